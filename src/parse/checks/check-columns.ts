import type { Source } from '../../model.ts';
import { didYouMean } from '../../problems/did-you-mean.ts';
import { problem, type Report, reportFew } from '../../problems/problem.ts';

/** Most column names listed in a message. */
const MOST_LISTED = 100;
/** Most columns without a description shown in a message. */
const MOST_SHOWN = 5;

/** Compares the columns in a description with the columns of the file, and reports the differences. */
export function checkColumns(source: Source, columns: readonly string[], report: Report): void {
  const existing = new Set(columns);
  const unknown = [...source.columns].flatMap(([name, { mayBeAbsent }]) =>
    mayBeAbsent || existing.has(name) ? [] : [name],
  );
  const list = columns.slice(0, MOST_LISTED).join(', ') + (columns.length > MOST_LISTED ? ', …' : '');
  reportFew(unknown, report, (name) =>
    problem(
      'column-unknown',
      source.columnPlaces.get(name) ?? { file: source.descriptionFile },
      `describes a column "${name}" that ${source.file} does not have${didYouMean(name, columns)}`,
      `Its columns: ${list}.`,
    ),
  );
  checkNewNames(source, columns, report);
  const undescribedColumns = columns.filter((name) => !source.columns.get(name)?.description);
  if (source.isDescribed && !source.isRefused && undescribedColumns.length > 0) {
    const listed = undescribedColumns.slice(0, MOST_SHOWN).map((name) => `"${name}"`);
    const rest = undescribedColumns.length - listed.length;
    report(
      problem(
        'column-undescribed',
        { file: source.descriptionFile },
        `says nothing about ${undescribedColumns.length} of ${columns.length} columns of ${source.file}, so readers must guess what they mean`,
        `Give these columns a "description" in the sidecar: ${listed.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
      ),
    );
  }
}

/** Reports columns that would be published under the same name. */
function checkNewNames(source: Source, columns: readonly string[], report: Report): void {
  const newName = (column: string): string | undefined => source.columns.get(column)?.rename;
  const groups = Map.groupBy(columns, (column) => newName(column) ?? column);
  const shared = [...groups].filter(([, group]) => group.length > 1);
  reportFew(shared, report, ([name, group]) => {
    const renamed = group.find((column) => newName(column) !== undefined) ?? name;
    const listed = group.slice(0, 5).map((column) => `"${column}"`);
    const names = group.length > 5 ? `${listed.join(', ')} and ${group.length - 5} more` : listed.join(' and ');
    return problem(
      'column-duplicate',
      source.columnPlaces.get(renamed) ?? { file: source.descriptionFile },
      `${names} would ${group.length === 2 ? 'both' : 'all'} be published as "${name}"`,
      'Give "rename" a name that no other column has.',
    );
  });
}

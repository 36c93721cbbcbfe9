import type { Source } from '../model.ts';
import { didYouMean, entryText, problem, type Report } from '../problems.ts';

/** Columns without a description that a message shows. */
const MOST_SHOWN = 5;

/** Compares the columns that a description names with those the file has. */
export function checkColumns(source: Source, columns: readonly string[], report: Report): void {
  for (const [name, { mayBeAbsent }] of source.columns) {
    if (mayBeAbsent || columns.includes(name)) continue;
    report(
      problem(
        'column-unknown',
        source.locationOfColumn(name) ?? { file: source.descriptionFile },
        `describes a column "${name}" that ${source.file} does not have${didYouMean(name, columns)}`,
        `Its columns: ${columns.join(', ')}.`,
      ),
    );
  }
  checkNewNames(source, columns, report);
  const undescribedColumns = columns.filter((name) => !source.columns.get(name)?.description);
  if (source.isDescribed && undescribedColumns.length > 0) {
    const blank = undescribedColumns.map((name) => [name, { description: '…', unit: '…' }] as const);
    const shown = { columns: Object.fromEntries(blank.slice(0, MOST_SHOWN)) };
    report(
      problem(
        'column-undescribed',
        { file: source.descriptionFile },
        `says nothing about ${undescribedColumns.length} of ${columns.length} columns of ${source.file}, so readers must guess what they mean`,
        `Add to the sidecar: ${entryText(shown)}${blank.length > MOST_SHOWN ? ', and the others' : ''}.`,
        [{ columns: Object.fromEntries(blank) }],
      ),
    );
  }
}

/** A column may be published under another name, but not under that of a second one. */
function checkNewNames(source: Source, columns: readonly string[], report: Report): void {
  const published = new Set<string>();
  for (const column of columns) {
    const name = source.columns.get(column)?.rename ?? column;
    if (published.has(name)) {
      const entries = columns.filter((it) => (source.columns.get(it)?.rename ?? it) === name);
      const renamed = entries.find((it) => source.columns.get(it)?.rename !== undefined) ?? column;
      report(
        problem(
          'column-duplicate',
          source.locationOfColumn(renamed) ?? { file: source.descriptionFile },
          `${entries.map((it) => `"${it}"`).join(' and ')} would both be published as "${name}"`,
          'Give "rename" a name that no other column has.',
        ),
      );
    }
    published.add(name);
  }
}

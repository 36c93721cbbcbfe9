import type { Source } from '../../model.ts';
import { problem, type Report, reportFew } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import type { MadeUpName } from './header/rename-columns.ts';

/** Maximum number of column names listed in a help text. */
export const MAX_LISTED = 100;
/** Maximum number of column names listed in a message. */
const MAX_SHOWN = 5;

/** Compares the columns in a description with those of the file and reports the differences. */
export function checkColumns(source: Source, columns: readonly string[], report: Report): void {
  checkEntries(source, columns, report);
  checkNewNames(source, columns, report);
  // A flag column is covered by the description of the column that its flags come from.
  const flags = new Set(source.format.flags.map(([, name]) => name));
  const undescribed = columns.filter((name) => !source.columns.get(name)?.description && !flags.has(name));
  if (source.isDescribed && !source.isRefused && undescribed.length > 0) {
    const which = `${undescribed.length} of ${columns.length} columns of ${source.file}`;
    const message = `says nothing about ${which}, so readers must guess what they mean: ${listFew(undescribed, MAX_SHOWN)}`;
    const help = 'Write what each of them represents, and its unit if it has one.';
    report(problem('column-undescribed', { file: source.descriptionFile }, message, help));
  }
}

/** Reports columns with made-up names, unless the description gives them a description, a title or a new name. */
export function checkMadeUpNames({ file, columns }: Source, madeUp: readonly MadeUpName[], report: Report): void {
  const unsaid = madeUp.filter(({ to }) => {
    const { description, title, rename } = columns.get(to) ?? {};
    return !description && title === undefined && rename === undefined;
  });
  reportFew(unsaid, report, ({ column, from, to, place }) => {
    const name = quoteText(to);
    const reason =
      from.trim() === '' ? 'the header has no name for it' : `another column is also named ${quoteText(from)}`;
    const message = `column ${column} is published as ${name}, because ${reason}: readers cannot tell what it contains`;
    const help = `Describe ${name} under "columns" in the sidecar, or "rename" it there. To leave it out, set its "omit" to true.`;
    return problem('column-renamed', { file, place }, message, help);
  });
}

/** Reports described columns that the file lacks, unless a package allows that. Fields without a column may reveal a missing header. */
function checkEntries(source: Source, columns: readonly string[], report: Report): void {
  const existing = new Set(columns);
  const absent = [...source.columns].filter(([name]) => !existing.has(name));
  const help = `The published columns of the file are: ${listFew(columns, MAX_LISTED)}.`;
  const placeOf = (name: string) => source.columnPlaces.get(name) ?? { file: source.descriptionFile };
  const unknown = absent.flatMap(([name, { mayBeAbsent }]) => (mayBeAbsent ? [] : name));
  reportFew(unknown, report, (name) => {
    const message = `describes a column "${name}" that ${source.file} does not have${didYouMean(name, columns)}`;
    return problem('column-unknown', placeOf(name), message, help);
  });
  const doubted = absent.flatMap(([name, { mayBeAbsent }]) => (mayBeAbsent === 'doubted' ? name : []));
  const [first] = doubted;
  if (first !== undefined && mayLackHeader(source, columns, doubted)) {
    const none = `no field matches a column of ${source.file}`;
    const message = `${none}, so its first row may be a record, not the header`;
    const noHeader = 'If the file has no header, declare that in the package: "dialect": { "header": false }.';
    const header = 'If it has one, correct the names of the fields, or write "csv": { "header": 1 } in the sidecar.';
    report(problem('header-missing', placeOf(first), message, `${noHeader} ${header} ${help}`));
    return;
  }
  reportFew(doubted, report, (name) => {
    const there = `${source.file} has no such column${didYouMean(name, columns)}`;
    const message = `has a field "${name}", but ${there}, so what the field says is not used`;
    const advice = `Correct the name of the field, or remove the field. ${help}`;
    return problem('field-unknown', placeOf(name), message, advice);
  });
}

/** Whether the fields of a package seem to describe the columns by position: there are as many fields as columns, but no names match. */
function mayLackHeader({ format, columns: described }: Source, columns: readonly string[], doubted: readonly string[]) {
  const isDescribedInOrder = doubted.length === described.size && doubted.length === columns.length;
  const plainNames = new Set(columns.map(plain));
  return format.header === null && isDescribedInOrder && !doubted.some((name) => plainNames.has(plain(name)));
}

/** The letters and digits of a name, in lower case: the rest often differs between a schema and a file. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Lists at most `max` names: `a, b and 3 more`. */
export function listFew(names: readonly string[], max: number): string {
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? `${shown} and ${names.length - max} more` : shown;
}

/** Reports columns that would be published under the same name. */
function checkNewNames(source: Source, columns: readonly string[], report: Report): void {
  const newName = (column: string): string | undefined => source.columns.get(column)?.rename;
  const groups = Map.groupBy(columns, (column) => newName(column) ?? column);
  const shared = [...groups].filter(([, group]) => group.length > 1);
  reportFew(shared, report, ([name, group]) => {
    const renamed = group.find((column) => newName(column) !== undefined) ?? name;
    const quoted = group.map((column) => `"${column}"`);
    const names = quoted.length > MAX_SHOWN ? listFew(quoted, MAX_SHOWN) : quoted.join(' and ');
    const message = `${names} would ${group.length === 2 ? 'both' : 'all'} be published as "${name}"`;
    const at = source.columnPlaces.get(renamed) ?? { file: source.descriptionFile };
    return problem('column-duplicate', at, message, 'In "rename", use a name that no other column has.');
  });
}

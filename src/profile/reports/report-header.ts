import type { NumberEvidence, Place, Source } from '../../model.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { cure, headerPatch } from '../../problems/sidecar-patch.ts';
import type { InspectedColumn } from '../inspected-column.ts';

/** What the reports of this file need to know of the parsed table. */
interface Table {
  /** Names of the columns in the file. */
  columns: readonly string[];
  /** Start of the header; null if the file has none. */
  headerPlace: Place | null;
  /** Lines of the records that follow a blank line. */
  linesAfterBlanks: ReadonlySet<number>;
}

/** Reports names that are values of their own columns, or a record that looks like a header: its second row, or the header of another table. */
export function reportHeader(source: Source, table: Table, profiles: readonly InspectedColumn[], report: Report): void {
  const found =
    secondHeaderRow(source, profiles) ??
    headerInside(source, table, profiles) ??
    namesAmongValues(source, table, profiles);
  if (found) report(found);
}

const NAMES_HELP =
  'If these are the names of the columns, set "header" to 1 in the "csv" of the sidecar. If not, begin the file with a line of names.';

/**
 * Finds a second header row, such as one of units: the first record has text in every column whose other values are all numbers, and
 * there are at least two such columns.
 */
function secondHeaderRow({ format, file }: Source, profiles: readonly InspectedColumn[]): Problem | null {
  // A numeric column with nulls may have one of them in that row.
  const candidates = profiles.filter(({ type, nullCount, evidence }) =>
    type === 'object' ? evidence && evidence.numbers > 0 : nullCount === 0,
  );
  const titled = candidates.flatMap(({ evidence }) =>
    evidence?.first.record === 0 && evidence.texts === 1 && evidence.numbers > 0 ? [evidence] : [],
  );
  const [title] = titled;
  if (!title || titled.length < 2 || titled.length < candidates.length) return null;
  const { header } = format;
  // If the sidecar names the columns, the row is another line to skip above the table.
  const isNamed = typeof header === 'object' && header !== null;
  const entry = { csv: isNamed ? { skipRows: title.first.place.line } : { header: (header ?? 1) + 1 } };
  return problem(
    'header-rows',
    { file, place: title.first.place },
    `the first record has text in all ${titled.length} columns that have numbers below: it looks like a second header row`,
    'If it is not, set the "type" of these columns to "object".',
    [cure(entry, 'If it is')],
  );
}

/**
 * Finds the header of another table: a record with a different text in every column that has only numbers above. There must be two such
 * columns, or one if the record follows a blank line.
 */
function headerInside(
  { file }: Source,
  { linesAfterBlanks }: Table,
  profiles: readonly InspectedColumn[],
): Problem | null {
  if (profiles.some(({ type }) => type !== 'object')) return null;
  const turned = profiles.flatMap(({ evidence }) => (evidence && evidence.first.numbersBefore > 0 ? [evidence] : []));
  const record = Math.max(...turned.map(({ first }) => first.record));
  const titles = turned.filter(({ first }) => first.record === record).map(({ first }) => first);
  const [title] = titles;
  const isApart = title !== undefined && linesAfterBlanks.has(title.place.line);
  if (!title || titles.length < (isApart ? 1 : 2) || !areNames(titles)) return null;
  return problem(
    'tables-several',
    { file, place: title.place },
    `this row has text in ${titles.length === 1 ? 'the column that has' : `all ${titles.length} columns that have`} numbers above: it looks like the header of another table`,
    'Put each table into a file of its own. If it is a record, declare the columns\' "type" to be "object".',
  );
}

function areNames(titles: readonly NumberEvidence['first'][]): boolean {
  return (
    new Set(titles.map(({ text }) => text)).size === titles.length &&
    titles.every(({ text }) => /\p{L}{2}|[^\P{L}A-Za-z]/u.test(text))
  );
}

/** Finds names that are values of their own columns: a category occurs again and again, but the name of a column does not. */
function namesAmongValues(
  { format, file }: Source,
  { columns, headerPlace }: Table,
  profiles: readonly InspectedColumn[],
): Problem | null {
  if (format.header !== null) return null;
  const found = profiles.flatMap(({ suspiciousTexts }, index) =>
    suspiciousTexts?.names ? [{ name: columns[index], line: suspiciousTexts.names.first.line }] : [],
  );
  const [first, second] = found;
  if (!first) return null;
  // A repeated header is reported elsewhere.
  if (columns.length > 1 && found.length === columns.length && found.every(({ line }) => line === first.line))
    return null;
  const isCertain = hasTextAboveNumbers(columns, profiles);
  if (!second && isCertain) return null;
  return problem(
    second ? 'header-missing' : 'header-doubtful',
    { file, place: headerPlace },
    second
      ? `the first line looks like a record: "${first.name}" and ${found.length === 2 ? `"${second.name}"` : `${found.length - 1} other names`} also occur as values in their own columns`
      : `the name "${first.name}" also occurs as a value in its own column, on line ${first.line}: the file may have no header`,
    NAMES_HELP,
    second && !isCertain ? [cure(headerPatch(columns.length), 'If the file has no header')] : [],
  );
}

/** Whether a word stands above numbers, as in a header. */
function hasTextAboveNumbers(columns: readonly string[], profiles: readonly InspectedColumn[]): boolean {
  return columns.some((name, index) => profiles[index]?.type !== 'object' && /\p{L}{2}/u.test(name));
}

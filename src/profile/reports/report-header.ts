import { looksLikeNumber, looksLikeYear } from '../../contract/plain-number.ts';
import type { ColumnProfile, NumberEvidence, Place, Source } from '../../model.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { headerPatch, patchText } from '../../problems/sidecar-patch.ts';

/** A table as it was read. */
interface Table {
  /** Names of the columns in the file. */
  columns: readonly string[];
  /** Where the header begins; null where the file has none. */
  headerPlace: Place | null;
  /** Lines of records that stand behind a blank line. */
  linesBehindBlanks: ReadonlySet<number>;
}

/** Reports a header that looks like a record, and records that look like a header: a second row of it, or that of another table. */
export function reportHeader(source: Source, table: Table, profiles: readonly ColumnProfile[], report: Report): void {
  const found =
    headerLikeRecords(source, table, profiles) ??
    secondHeaderRow(source, profiles) ??
    headerInside(source, table, profiles) ??
    namesAmongValues(source, table, profiles);
  if (found) report(found);
}

const DATE = /^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}/;
/** A year that stands above years is one of them if it is no further away than this. */
const YEARS_APART = 200;

const NAMES_HELP =
  'If the file has no header, name the columns in the sidecar: "csv": { "header": ["…", "…"] }. If these are the names, say so: "csv": { "header": 1 }.';

/** A number above numbers, unless it is a year, or a date above dates: then the first record would become the columns' names. */
function headerLikeRecords(
  { format, file }: Source,
  { columns, headerPlace }: Table,
  profiles: readonly ColumnProfile[],
): Problem | null {
  if (format.header !== null) return null;
  const years = columns.filter((name) => looksLikeYear(name)).length;
  const found = columns.find((name, index) =>
    isLikeValues(name.trim(), profiles[index] as ColumnProfile, index === 0 || years === 1),
  );
  if (found === undefined) return null;
  return problem(
    'header-missing',
    { file, place: headerPlace },
    `the first line looks like a record: "${found}" stands above values of its own kind`,
    NAMES_HELP,
    mayBeNames(columns, profiles) ? [] : [headerPatch(columns.length)],
  );
}

/** Whether something speaks for names all the same: a text above numbers, or numbers in sequence. */
function mayBeNames(columns: readonly string[], profiles: readonly ColumnProfile[]): boolean {
  const isAboveNumbers = columns.some((name, index) => profiles[index]?.type !== 'object' && /\p{L}{2}/u.test(name));
  const numbers = columns.filter((name) => looksLikeNumber(name)).map(Number);
  return isAboveNumbers || (numbers.length > 1 && numbers.every((it, index) => it === (numbers[0] ?? 0) + index));
}

/** `isLoneYear` says that a name which is a year is none of several, as tables with a column for each year have them. */
function isLikeValues(name: string, profile: ColumnProfile, isLoneYear: boolean): boolean {
  const { type, samples, statistics, nullCount } = profile;
  if (type !== 'object') {
    if (!looksLikeNumber(name)) return false;
    return !looksLikeYear(name) || (isLoneYear && statistics !== null && isYearAmong(Number(name), statistics));
  }
  // A file of one line, or a column without values.
  if (samples.length === 0)
    return nullCount === 0 && ((looksLikeNumber(name) && !looksLikeYear(name)) || DATE.test(name));
  return DATE.test(name) && samples.every((sample) => DATE.test(JSON.parse(sample) as string));
}

function isYearAmong(year: number, { min, max }: { min: string; max: string }): boolean {
  return (
    looksLikeYear(min) && looksLikeYear(max) && Number(min) >= year - YEARS_APART && Number(max) <= year + YEARS_APART
  );
}

/**
 * A second header row, such as one of units: the first record has a text in every column whose other values are all numbers, and
 * there are two such columns or more.
 */
function secondHeaderRow({ format, file }: Source, profiles: readonly ColumnProfile[]): Problem | null {
  // A column of numbers with gaps may have one in that row.
  const candidates = profiles.filter(({ type, nullCount, evidence }) =>
    type === 'object' ? evidence && evidence.numbers > 0 : nullCount === 0,
  );
  const titled = candidates.flatMap(({ evidence }) =>
    evidence?.first.record === 0 && evidence.texts === 1 && evidence.numbers > 0 ? [evidence] : [],
  );
  const [title] = titled;
  if (!title || titled.length < 2 || titled.length < candidates.length) return null;
  const { header } = format;
  // Where the names are given, the row is one line more above the table.
  const isNamed = typeof header === 'object' && header !== null;
  const entry = { csv: isNamed ? { skipRows: title.first.place.line } : { header: (header ?? 1) + 1 } };
  return problem(
    'header-rows',
    { file, place: title.first.place },
    `the first record has texts in all of the ${titled.length} columns that are numbers below: it looks like a second header row`,
    `If it is one, add to the sidecar: ${patchText(entry)}. If not, declare the columns' "type" to be "object".`,
    [entry],
  );
}

/**
 * The header of another table: a record that has a text of its own in every column that was numbers up to there, where there are two such
 * columns, or one and the record stands behind a blank line.
 */
function headerInside(
  { file }: Source,
  { linesBehindBlanks }: Table,
  profiles: readonly ColumnProfile[],
): Problem | null {
  if (profiles.some(({ type }) => type !== 'object')) return null;
  const turned = profiles.flatMap(({ evidence }) => (evidence && evidence.first.numbersBefore > 0 ? [evidence] : []));
  const record = Math.max(...turned.map(({ first }) => first.record));
  const titles = turned.filter(({ first }) => first.record === record).map(({ first }) => first);
  const [title] = titles;
  const isApart = title !== undefined && linesBehindBlanks.has(title.place.line);
  if (!title || titles.length < (isApart ? 1 : 2) || !areNames(titles)) return null;
  return problem(
    'tables-several',
    { file, place: title.place },
    `this row has texts in ${titles.length === 1 ? 'the column that is' : `all of the ${titles.length} columns that are`} numbers above: it looks like the header of another table`,
    'Put each table into a file of its own. If it is a record, declare the columns\' "type" to be "object".',
  );
}

function areNames(titles: readonly NumberEvidence['first'][]): boolean {
  return (
    new Set(titles.map(({ text }) => text)).size === titles.length &&
    titles.every(({ text }) => /\p{L}{2}|\P{ASCII}/u.test(text))
  );
}

/** Names that are values of their own columns: categories occur again, names of columns do not. */
function namesAmongValues(
  { format, file }: Source,
  { columns, headerPlace }: Table,
  profiles: readonly ColumnProfile[],
): Problem | null {
  if (format.header !== null) return null;
  const found = profiles.flatMap(({ suspicious }, index) =>
    suspicious?.names ? [{ name: columns[index], line: suspicious.names.first.line }] : [],
  );
  const [first, second] = found;
  if (!first) return null;
  // A header that stands in the file once more is told elsewhere.
  if (columns.length > 1 && found.length === columns.length && found.every(({ line }) => line === first.line))
    return null;
  return problem(
    second ? 'header-missing' : 'header-doubtful',
    { file, place: headerPlace },
    second
      ? `the first line looks like a record: "${first.name}" and ${found.length === 2 ? `"${second.name}"` : `${found.length - 1} other names`} are values of their own columns as well`
      : `the name "${first.name}" is a value of its own column as well, in line ${first.line}: the file may have no header`,
    NAMES_HELP,
    [headerPatch(columns.length)],
  );
}

import { looksLikeNull } from '../../contract/null-tokens.ts';
import { isCommon, splitFlag } from '../../contract/written-number.ts';
import type { Place, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { fix, headerPatch, question } from '../../problems/sidecar-patch.ts';
import type { NumberEvidence } from '../evidence/non-numeric-values.ts';
import type { InspectedColumn } from '../profile-column.ts';

/** The parts of a parsed table that these reports need. */
interface Table {
  /** Column names in the file. */
  columns: readonly string[];
  /** Start of the header; null if the file has none. */
  headerPlace: Place | null;
  firstRecord: { cells: readonly string[]; place: Place } | null;
  /** Lines of records that follow a blank line. */
  linesAfterBlanks: ReadonlySet<number>;
  profiles: readonly InspectedColumn[];
}

/**
 * Reports column names that also occur as values in their own columns, or a record that looks like a second header row or the header of
 * another table. Returns the line of such a record; null without one.
 */
export function reportHeader(source: Source, table: Table, report: Report): number | null {
  const row = secondHeaderRow(source, table) ?? headerInside(source, table);
  const found = row ?? namesAmongValues(source, table);
  if (found) report(found);
  return row?.line ?? null;
}

const NAMES_HELP =
  'If these are the column names, set "header" to 1 under "csv" in the sidecar. If not, start the file with a line of column names.';

/** Finds a second header row: a first record of HXL tags, or one with text (such as units) above numbers but no numbers of its own. */
function secondHeaderRow({ format, file }: Source, { firstRecord, profiles }: Table): Problem | null {
  const what = firstRecord && whatNames(firstRecord.cells, profiles);
  if (!what) return null;
  const { header } = format;
  // If the sidecar names the columns, the fix skips all lines up to and including this row.
  const isNamed = typeof header === 'object' && header !== null;
  const entry = { csv: isNamed ? { skipRows: firstRecord.place.line } : { header: (header ?? 1) + 1 } };
  return problem(
    'header-rows',
    { file, place: what.place ?? firstRecord.place },
    `the first record ${what.text}: it looks like a second header row`,
    'If it is not, set the "type" of each such column to "object".',
    [(what.isWhole ? question : fix)(entry, 'If it is')],
  );
}

/** Why the first record looks like a header row, as the predicate of a message; null if it does not. `place`: first text above numbers. */
function whatNames(cells: readonly string[], profiles: readonly InspectedColumn[]) {
  const values = cells.map((cell) => cell.trim());
  const filled = values.filter((value) => value !== '');
  if (filled.length > 1 && filled.every((value) => /^#\p{L}/u.test(value)))
    return { text: 'has HXL tags such as "#name"' };
  const titled = profiles.map((profile, cell) => isTitle(values[cell] ?? '', profile));
  const titles = values.filter((_, cell) => titled[cell]);
  const areAllTitled = profiles.every((profile, cell) => titled[cell] || !hasNumber(values[cell] ?? '', profile));
  const areUnits =
    new Set(titles).size === titles.length ||
    titles.every(isCommon) ||
    profiles.every((profile, cell) => !titled[cell] || hasOnlyNullMarks(profile));
  const isOnlyValue = titles.length === 1 && filled.length === 1 && !looksLikeNull(filled[0] as string);
  if (areAllTitled && areUnits && (titles.length > 1 || isOnlyValue)) {
    const text = `has text above the numbers of ${formatCount(titles.length, 'column')}`;
    // If no cell of the record is empty, it may be the actual header, below a title.
    const isWhole = filled.length === cells.length;
    return { text, place: profiles[titled.indexOf(true)]?.evidence?.first.place, isWhole };
  }
  return null;
}

/** Whether a cell of the first record is text above numbers. */
function isTitle(value: string, { mixture, evidence }: InspectedColumn): boolean {
  if (value === '' || isMark(value) || !mixture || evidence?.first.record !== 0) return false;
  return mixture.distinctWords.includes(value) && evidence.numbers + mixture.written >= mixture.words;
}

/** Whether a value is a null marker, perhaps with a flag, so not part of a header. `#` does not count, since it may be a unit. */
function isMark(value: string): boolean {
  return value !== '#' && [value, splitFlag(value).value].some((it) => looksLikeNull(it) || /^x$/i.test(it));
}

/** Whether all distinct non-numeric values of a column, except at most one, mean null. */
function hasOnlyNullMarks({ mixture }: InspectedColumn): boolean {
  return (mixture?.distinctWords.filter((word) => !looksLikeNull(word)).length ?? 0) <= 1;
}

/** Whether a cell of the first record is filled and its column has numbers. In a header row, every such cell is a title. */
function hasNumber(value: string, { type, mixture, evidence }: InspectedColumn): boolean {
  if (value === '') return false;
  return type !== 'object' || (evidence !== null && mixture !== null && evidence.numbers + mixture.written > 0);
}

/**
 * Finds the header of another table: a record with distinct text in every column that has only numbers above it. There must be at least two
 * such columns, or one if the record follows a blank line.
 */
function headerInside({ file }: Source, { linesAfterBlanks, profiles }: Table): Problem | null {
  if (profiles.some(({ type }) => type !== 'object')) return null;
  const turned = profiles.flatMap(({ evidence }) => (evidence && evidence.first.numbersBefore > 0 ? [evidence] : []));
  const record = Math.max(...turned.map(({ first }) => first.record));
  const titles = turned.filter(({ first }) => first.record === record).map(({ first }) => first);
  const [title] = titles;
  const isApart = title !== undefined && linesAfterBlanks.has(title.place.line);
  if (!title || titles.length < (isApart ? 1 : 2) || !areNames(titles)) return null;
  const which = titles.length === 1 ? 'the' : 'every';
  return problem(
    'tables-several',
    { file, place: title.place },
    `this row has text in ${which} column that has only numbers above it: it looks like the header of another table`,
    'Put each table into a separate file. If this row is a record, set the "type" of the columns to "object".',
  );
}

function areNames(titles: readonly NumberEvidence['first'][]): boolean {
  return (
    new Set(titles.map(({ text }) => text)).size === titles.length &&
    titles.every(({ text }) => /\p{L}{2}|[^\P{L}A-Za-z]/u.test(text))
  );
}

/** Finds column names that also occur as values in their own columns: the first line may be a record whose categories recur. */
function namesAmongValues({ format, file }: Source, { columns, headerPlace, profiles }: Table): Problem | null {
  if (format.header !== null) return null;
  const found = profiles.flatMap(({ suspiciousTexts }, index) =>
    suspiciousTexts?.names ? [{ name: columns[index], line: suspiciousTexts.names.first.line }] : [],
  );
  const [first, second] = found;
  if (!first) return null;
  // A repeated header is reported elsewhere.
  if (columns.length > 1 && found.length === columns.length && found.every(({ line }) => line === first.line))
    return null;
  // A real header has words above numbers.
  const isCertain = columns.some((name, index) => profiles[index]?.type !== 'object' && /\p{L}{2}/u.test(name));
  if (!second && isCertain) return null;
  const others = found.length === 2 ? `"${second?.name}"` : `${found.length - 1} other names`;
  return problem(
    second ? 'header-missing' : 'header-doubtful',
    { file, place: headerPlace },
    second
      ? `the first line looks like a record: "${first.name}" and ${others} also occur as values in their own columns`
      : `the name "${first.name}" also occurs as a value in its own column, on line ${first.line}: the file may have no header`,
    NAMES_HELP,
    second && !isCertain ? [fix(headerPatch(columns.length), 'If the file has no header')] : [],
  );
}

import type { CandidateFormat, ColumnProfile, Place, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { sidecarEntry } from './report-column.ts';

/** So many columns in one format speak for the whole file. */
const WHOLE_FILE = 3;

/** A column of texts that other formats read as numbers. */
interface Unread {
  column: string;
  readings: readonly CandidateFormat[];
}

/**
 * Reports columns of texts that are numbers in another format: each by itself, or all at once where at least three of them
 * are read by the same formats, and no other column would be read otherwise. `columns` are the columns' names in the file.
 */
export function reportFormats(
  source: Source,
  columns: readonly string[],
  profiles: readonly ColumnProfile[],
  report: Report,
): void {
  const unread = profiles
    .map(({ numberFormats }, index) => ({ column: columns[index] as string, readings: numberFormats }))
    .filter(({ readings }) => readings.length > 0);
  const groups = [...Map.groupBy(unread, formatsOf).values()];
  for (const alike of groups) {
    const isAlone = groups.filter(hasFileFormat).length === 1;
    const isOfFile = alike.length >= WHOLE_FILE && isAlone && isSafeForFile(source, alike, profiles);
    if (isOfFile) reportFile(source, alike, report);
    else for (const one of alike) reportColumn(source, one, report);
  }
  if (!hasDecimalCommas(source, unread)) return;
  for (const [index, { thousandsPoints }] of profiles.entries()) {
    if (thousandsPoints) reportPoints(source, columns[index] as string, thousandsPoints.first, report);
  }
}

/** Whether some column has decimal commas, said or beyond doubt. */
function hasDecimalCommas(source: Source, unread: readonly Unread[]): boolean {
  const isSaid = [...source.columns.values()].some(({ numberFormat }) => numberFormat.decimal === ',');
  return isSaid || unread.some(({ readings }) => readings.every(({ format }) => format.decimal === ','));
}

/** Numbers such as 92.550 beside decimal commas are mostly thousands, and a thousand times as large. */
function reportPoints(source: Source, column: string, place: Place, report: Report): void {
  const entries = [{ thousands: '.', decimal: ',' }, { decimal: '.' }].map((keys) =>
    sidecarEntry(source, column, keys),
  );
  report(
    problem(
      'separator-doubtful',
      { file: source.file, place },
      `the numbers of "${column}" have three digits behind each point, and other columns have decimal commas: the points may separate thousands`,
      `Say what they are in the sidecar: thousands,\n${entries.map(patchText).join('\nor decimals, ')}`,
      entries,
    ),
  );
}

/** Texts to take off are said column by column. */
function hasFileFormat(alike: readonly Unread[]): boolean {
  return alike.some(({ readings }) => readings.some(({ format }) => format.strip === undefined));
}

/** Whether no other column would be read otherwise, if a format were said of the whole file. */
function isSafeForFile(source: Source, alike: readonly Unread[], profiles: readonly ColumnProfile[]): boolean {
  const formats = alike.flatMap(({ readings }) => readings.map(({ format }) => format));
  const hasFormat = [source.format, ...source.columns.values()].some(
    ({ numberFormat }) => Object.keys(numberFormat).length > 0,
  );
  const hasPoints = profiles.some(({ type }) => type === 'float64');
  if (hasFormat || formats.some(({ strip }) => strip !== undefined)) return false;
  return !hasPoints || formats.every(({ decimal }) => decimal === undefined);
}

function formatsOf({ readings }: Unread): string {
  return JSON.stringify(readings.map(({ format }) => format));
}

function reportColumn(source: Source, { column, readings }: Unread, report: Report): void {
  const [{ count, first } = { count: 0, first: null }] = readings;
  const entries = readings.map(({ format }) => sidecarEntry(source, column, { ...format }));
  const message = `the column "${column}" is text, but would be numbers in another format; values that need it: ${count}, this the first`;
  report(problem('number-format', { file: source.file, place: first }, message, helpOf(entries), entries));
}

function reportFile(source: Source, alike: readonly Unread[], report: Report): void {
  const firsts = alike.flatMap(({ readings }) => readings[0]?.first ?? []);
  const place = firsts.reduce((a, b) => (b.line < a.line || (b.line === a.line && b.column < a.column) ? b : a));
  const entries = (alike[0]?.readings ?? []).map(({ format }) => ({ csv: { ...format } }));
  const named = alike.slice(0, 3).map(({ column }) => `"${column}"`);
  const message = `${alike.length} columns (${named.join(', ')}${alike.length > 3 ? ', …' : ''}) are text, but would be numbers in another format; this is the first value that needs it`;
  report(problem('number-format', { file: source.file, place }, message, helpOf(entries), entries));
}

function helpOf(entries: readonly SidecarPatch[]): string {
  return `If they are numbers, add to the sidecar:\n${entries.map(patchText).join('\nor ')}`;
}

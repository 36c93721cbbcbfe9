import type { CandidateFormat, ColumnProfile, Place, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { type Cure, cure, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { columnPatch } from './report-column.ts';

/** If at least this many columns share a format, it is probably that of the whole file. */
const MIN_COLUMNS_FOR_FILE = 3;

/** A column of texts that would be numeric in other formats. */
interface Unread {
  column: string;
  formats: readonly CandidateFormat[];
}

/**
 * Reports columns of texts that would be numeric in another format: one by one, or together if at least three need the same format and
 * declaring it for the whole file changes no other column. `columns` are the columns' names in the file.
 */
export function reportNumberFormats(
  source: Source,
  columns: readonly string[],
  profiles: readonly ColumnProfile[],
  report: Report,
): void {
  const unread = profiles
    .map(({ numberFormats }, index) => ({ column: columns[index] as string, formats: numberFormats }))
    .filter(({ formats }) => formats.length > 0);
  const groups = [...Map.groupBy(unread, formatsOf).values()];
  for (const alike of groups) {
    const isAlone = groups.filter(hasFileFormat).length === 1;
    const isOfFile = alike.length >= MIN_COLUMNS_FOR_FILE && isAlone && isSafeForFile(source, alike, profiles);
    if (isOfFile) reportFile(source, alike, report);
    else for (const one of alike) reportColumn(source, one, report);
  }
  if (!hasDecimalCommas(source, unread)) return;
  for (const [index, { thousandsPoints }] of profiles.entries()) {
    if (thousandsPoints) reportPoints(source, columns[index] as string, thousandsPoints.first, report);
  }
}

/** Whether some column has decimal commas, declared or beyond doubt. */
function hasDecimalCommas(source: Source, unread: readonly Unread[]): boolean {
  const isDeclared = [...source.columns.values()].some(({ numberFormat }) => numberFormat.decimal === ',');
  return isDeclared || unread.some(({ formats }) => formats.every(({ format }) => format.decimal === ','));
}

/** In a file with decimal commas, a number such as 92.550 is most likely 92,550: a thousand times as large. */
function reportPoints(source: Source, column: string, place: Place, report: Report): void {
  report(
    problem(
      'separator-doubtful',
      { file: source.file, place },
      `the numbers of "${column}" have three digits after each point, and other columns have decimal commas: the points may separate thousands`,
      'Say in the sidecar what they separate.',
      [
        cure(columnPatch(column, { thousands: '.', decimal: ',' }), 'If they separate thousands'),
        cure(columnPatch(column, { decimal: '.' }), 'If they separate decimals'),
      ],
    ),
  );
}

/** Whether some format can be declared for a whole file: `strip` is declared column by column. */
function hasFileFormat(alike: readonly Unread[]): boolean {
  return alike.some(({ formats }) => formats.some(({ format }) => format.strip === undefined));
}

/** Whether declaring the format for the whole file would change no other column. */
function isSafeForFile(source: Source, alike: readonly Unread[], profiles: readonly ColumnProfile[]): boolean {
  const formats = alike.flatMap(({ formats }) => formats.map(({ format }) => format));
  const hasFormat = [source.format, ...source.columns.values()].some(
    ({ numberFormat }) => Object.keys(numberFormat).length > 0,
  );
  const hasPoints = profiles.some(({ type }) => type === 'float64');
  if (hasFormat || formats.some(({ strip }) => strip !== undefined)) return false;
  return !hasPoints || formats.every(({ decimal }) => decimal === undefined);
}

function formatsOf({ formats }: Unread): string {
  return JSON.stringify(formats.map(({ format }) => format));
}

function reportColumn(source: Source, { column, formats }: Unread, report: Report): void {
  const [{ count, first } = { count: 0, first: null }] = formats;
  const patches = formats.map(({ format }) => columnPatch(column, { ...format }));
  const message = `the column "${column}" is text, but would be numeric in another format; values that need that format: ${count}; this is the first`;
  report(problem('number-format', { file: source.file, place: first }, message, HELP, patches.map(cureOf)));
}

function reportFile(source: Source, alike: readonly Unread[], report: Report): void {
  const firsts = alike.flatMap(({ formats }) => formats[0]?.first ?? []);
  const place = firsts.reduce((a, b) => (b.line < a.line || (b.line === a.line && b.column < a.column) ? b : a));
  const patches = (alike[0]?.formats ?? []).map(({ format }) => ({ csv: { ...format } }));
  const named = alike.slice(0, 3).map(({ column }) => `"${column}"`);
  const message = `${alike.length} columns (${named.join(', ')}${alike.length > 3 ? ', …' : ''}) are text, but would be numeric in another format; this is the first value that needs that format`;
  report(problem('number-format', { file: source.file, place }, message, HELP, patches.map(cureOf)));
}

const HELP = 'If they are not numbers, set the "type" of the column to "object".';

function cureOf(patch: SidecarPatch): Cure {
  return cure(patch, 'If they are numbers in this format');
}

import type { Place, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { type Cure, cure, question, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { isNearlyNumeric } from '../evidence/nearly-numeric.ts';
import type { CandidateFormat, InspectedColumn } from '../inspected-column.ts';
import { columnPatch } from './report-column.ts';

/** If at least this many columns share a format, it is probably that of the whole file. */
const MIN_COLUMNS_FOR_FILE = 3;

/** A column of texts that would be numeric in other formats. */
interface Unread {
  /** Name of the column in the file. */
  column: string;
  profile: Pick<InspectedColumn, 'numberFormats'>;
}

/**
 * Reports columns of texts that would be numeric in another format: one by one, or together if at least three need the same format and
 * declaring it for the whole file changes no other column. `profiles` are those of all columns.
 */
export function reportNumberFormats(
  source: Source,
  unread: readonly Unread[],
  profiles: readonly InspectedColumn[],
  report: Report,
): void {
  const groups = [...Map.groupBy(unread, formatsOf).values()];
  for (const alike of groups) {
    const isAlone = groups.filter(hasFileFormat).length === 1;
    const isOfFile = alike.length >= MIN_COLUMNS_FOR_FILE && isAlone && isSafeForFile(source, alike, profiles);
    if (isOfFile) reportFile(source, alike, report);
    else for (const one of alike) reportColumn(source, one, report);
  }
}

/**
 * Why points before three digits may separate thousands; null if nothing says so. Some column may have decimal commas; or the file may come from where
 * decimals have commas, since its delimiter is a semicolon or its dates have points, and no column shows that points separate decimals.
 */
export function whyPointsAreDoubtful(
  source: Source,
  delimiter: string,
  profiles: readonly InspectedColumn[],
): string | null {
  if (hasDecimalCommas(source, profiles)) return 'other columns have decimal commas';
  if (profiles.some(hasDecimalPoints)) return null;
  if (delimiter === ';') return 'files with semicolons often have decimal commas';
  const dates = profiles.find(isDatesWithPoints);
  return dates ? `files with dates such as ${JSON.parse(dates.samples[0] as string)} often have decimal commas` : null;
}

/** A JSON token of a date of Germany, Poland, Russia and others, such as "31.12.2020". */
const DATE_WITH_POINTS = /^"\d{1,2}\.\d{1,2}\.\d{4}"$/;

function isDatesWithPoints({ type, samples }: InspectedColumn): boolean {
  return type === 'object' && samples.length > 0 && samples.every((it) => DATE_WITH_POINTS.test(it));
}

function hasDecimalPoints({ hasDecimalPoints: has, type, evidence }: InspectedColumn): boolean {
  return has && (type !== 'object' || (evidence !== null && isNearlyNumeric(evidence)));
}

/** Whether some column has decimal commas, declared or beyond doubt. */
function hasDecimalCommas(source: Source, profiles: readonly InspectedColumn[]): boolean {
  const isDeclared = [...source.columns.values()].some(({ numberFormat }) => numberFormat.decimal === ',');
  return (
    isDeclared ||
    profiles.some(
      ({ numberFormats }) => numberFormats.length > 0 && numberFormats.every(({ format }) => format.decimal === ','),
    )
  );
}

/** Where decimals may have commas, a number such as 92.550 may be 92,550: a thousand times as large. `why` says what makes that likely. */
export function reportPoints(source: Source, column: string, place: Place, why: string, report: Report): void {
  report(
    problem(
      'separator-doubtful',
      { file: source.file, place },
      `the numbers of "${column}" have three digits after each point, and ${why}: the points may separate thousands`,
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
  return alike.some(({ profile }) => profile.numberFormats.some(({ format }) => format.strip === undefined));
}

/** Whether declaring the format for the whole file would change no other column. */
function isSafeForFile(source: Source, alike: readonly Unread[], profiles: readonly InspectedColumn[]): boolean {
  const formats = alike.flatMap(({ profile }) => profile.numberFormats.map(({ format }) => format));
  const hasFormat = [source.format, ...source.columns.values()].some(
    ({ numberFormat }) => Object.keys(numberFormat).length > 0,
  );
  const hasPoints = profiles.some(({ type }) => type === 'float64');
  if (hasFormat || formats.some(({ strip }) => strip !== undefined)) return false;
  return !hasPoints || formats.every(({ decimal }) => decimal === undefined);
}

function formatsOf({ profile }: Unread): string {
  return JSON.stringify(profile.numberFormats.map(({ format }) => format));
}

function reportColumn(source: Source, { column, profile }: Unread, report: Report): void {
  const formats = profile.numberFormats;
  const [{ count, first } = { count: 0, first: null }] = formats;
  const cures = formats.map((it) => cureOf(columnPatch(column, { ...it.format, ...missingKey(it.missing) }), it));
  const message = `the column "${column}" is text, but would be numeric in another format; values that need that format: ${count}; this is the first`;
  report(problem('number-format', { file: source.file, place: first }, message, HELP, cures));
}

function reportFile(source: Source, alike: readonly Unread[], report: Report): void {
  const firsts = alike.flatMap(({ profile }) => profile.numberFormats[0]?.first ?? []);
  const place = firsts.reduce((a, b) => (b.line < a.line || (b.line === a.line && b.column < a.column) ? b : a));
  const cures = (alike[0]?.profile.numberFormats ?? []).map((it, index) => cureOf(filePatch(it, alike, index), it));
  const named = alike.slice(0, 3).map(({ column }) => `"${column}"`);
  const message = `${alike.length} columns (${named.join(', ')}${alike.length > 3 ? ', …' : ''}) are text, but would be numeric in another format; this is the first value that needs that format`;
  report(problem('number-format', { file: source.file, place }, message, HELP, cures));
}

/** The patch with a format for the whole file, and the spellings of null of each column that needs some. */
function filePatch({ format }: CandidateFormat, alike: readonly Unread[], index: number): SidecarPatch {
  const columns = alike.flatMap(({ column, profile }) => {
    const missing = profile.numberFormats[index]?.missing ?? [];
    return missing.length === 0 ? [] : [[column, { missing }] as const];
  });
  return { csv: { ...format }, ...(columns.length === 0 ? {} : { columns: Object.fromEntries(columns) }) };
}

/** The key with a column's spellings of null, if it needs any. */
function missingKey(missing: readonly string[]): { missing?: readonly string[] } {
  return missing.length === 0 ? {} : { missing };
}

const HELP = 'If they are not numbers, set the "type" of the column to "object".';

function cureOf(patch: SidecarPatch, { format }: CandidateFormat): Cure {
  const { thousands, decimal, strip, negative } = format;
  const marks = [
    ...(thousands === undefined ? [] : [`${nameOf(thousands)} separates thousands`]),
    ...(decimal === undefined ? [] : [`${nameOf(decimal)} separates decimals`]),
    ...(strip?.prefix === undefined ? [] : [`"${strip.prefix}" stands before numbers`]),
    ...(strip?.suffix === undefined ? [] : [`"${strip.suffix}" stands after numbers`]),
    ...(negative === undefined ? [] : [`"${negative}" means -1`]),
  ];
  const mayBeNotes = negative === '(1)' && marks.length === 1;
  return (mayBeNotes ? question : cure)(patch, `If ${marks.join(' and ')}`);
}

const BLANK_NAMES: Readonly<Record<string, string>> = {
  ' ': 'a blank',
  '\u00A0': 'a no-break space',
  '\u202F': 'a narrow no-break space',
  '\u2009': 'a thin space',
};

function nameOf(separator: string): string {
  return BLANK_NAMES[separator] ?? `"${separator}"`;
}

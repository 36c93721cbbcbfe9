import type { NumberFormat, Place, Source } from '../../model.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { type Fix, fix, question, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { isNearlyNumeric } from '../evidence/non-numeric-values.ts';
import type { InspectedColumn } from '../profile-column.ts';
import { type Column, missingKey } from './report-column.ts';

/** Minimum number of columns with the same number format for it to be suggested for the whole file. */
const MIN_COLUMNS_FOR_FILE = 3;
const MAX_NAMED = 3;

const HELP = 'If the values of a column are not numbers, set its "type" to "object".';

/**
 * Reports text columns that would be numeric in another format. Columns are reported together only if at least three need the same format
 * and declaring it for the whole file changes no other column. `all` are the columns of the file.
 */
export function numberFormatsIn(source: Source, unread: readonly Column[], all: readonly Column[]): Problem[] {
  const groups = [...Map.groupBy(unread, ({ profile }) => JSON.stringify(formatsOf(profile))).values()];
  // `strip` can only be declared for individual columns.
  const ofFiles = groups.filter(([one]) => one && formatsOf(one.profile).some(({ strip }) => strip === undefined));
  return groups.flatMap((alike) => {
    const isOfFile = alike.length >= MIN_COLUMNS_FOR_FILE && ofFiles.length === 1 && isSafeForFile(source, alike, all);
    return isOfFile ? problemOf(source, alike) : alike.map((one) => problemOf(source, [one]));
  });
}

function formatsOf({ numberFormats }: InspectedColumn): NumberFormat[] {
  return numberFormats.map(({ format }) => format);
}

/** Whether declaring the format for the whole file would change no other column. */
function isSafeForFile(source: Source, [one]: readonly Column[], all: readonly Column[]): boolean {
  const formats = one ? formatsOf(one.profile) : [];
  const hasFormat = [source.format, ...source.columns.values()].some(
    ({ numberFormat }) => Object.keys(numberFormat).length > 0,
  );
  const hasPoints = all.some(({ profile }) => profile.type === 'float64');
  if (hasFormat || formats.some(({ strip }) => strip !== undefined)) return false;
  return !hasPoints || formats.every(({ decimal }) => decimal === undefined);
}

/** Reports columns that need the same format. If there are several, the fix declares it for the whole file. */
function problemOf({ file }: Source, alike: readonly Column[]): Problem {
  const [one] = alike as [Column];
  const [found] = one.profile.numberFormats;
  const firsts = alike.flatMap(({ profile }) => profile.numberFormats[0]?.first ?? []);
  const place = firsts.reduce((a, b) => (b.line < a.line || (b.line === a.line && b.column < a.column) ? b : a));
  const fixes = one.profile.numberFormats.map(({ format }, index) => {
    const entries = alike.map(
      ({ column, profile }) => [column, missingKey(profile.numberFormats[index]?.missing ?? [])] as const,
    );
    const columns = Object.fromEntries(entries.filter(([, entry]) => entry.missing));
    const ofFile = { csv: { ...format }, ...(Object.keys(columns).length > 0 ? { columns } : {}) };
    const ofColumn = { columns: { [one.column]: { ...format, ...entries[0]?.[1] } } };
    return fixOf(alike.length === 1 ? ofColumn : ofFile, format, one);
  });
  const names = alike.map(({ column }, index) => (index < MAX_NAMED ? `"${column}"` : '…')).slice(0, MAX_NAMED + 1);
  const doubt = 'text, but would be numeric in another format';
  const message =
    alike.length === 1
      ? `the column ${names} is ${doubt}; values that need that format: ${found?.count}; this is the first`
      : `${alike.length} columns (${names.join(', ')}) are ${doubt}; this is the first value that needs that format`;
  return problem('number-format', { file, place }, message, HELP, fixes);
}

/** Fix that declares a number format; a question if the marks may mean something else, as in grades and account numbers. */
function fixOf(patch: SidecarPatch, { thousands, decimal, strip, negative }: NumberFormat, one: Column): Fix {
  const marks = [
    ...(thousands === undefined ? [] : [`${nameOf(thousands)} separates thousands`]),
    ...(decimal === undefined ? [] : [`${nameOf(decimal)} is the decimal separator`]),
    ...(strip?.prefix === undefined ? [] : [`"${strip.prefix}" comes before numbers`]),
    ...(strip?.suffix === undefined ? [] : [`"${strip.suffix}" comes after numbers`]),
    ...(negative === undefined ? [] : [`"${negative}" means -1`]),
  ];
  const isDoubtful =
    (negative !== undefined && negative !== '−1' && marks.length === 1) ||
    (/[%‰]/.test(strip?.suffix ?? '') && (one.profile.evidence?.numbers ?? 0) > 0) ||
    (thousands !== undefined && areAllOfGroups(one.profile.samples));
  return (isDoubtful ? question : fix)(patch, `If ${marks.join(' and ')}`);
}

/** Whether all samples look like identifiers or IP addresses: nine digits in three groups, or four groups separated by points. */
function areAllOfGroups(samples: readonly string[]): boolean {
  const shapes = new Set(samples.map((it) => it.replace(/\d/g, '9')));
  const [shape = ''] = shapes;
  const isOne = shapes.size === 1 && samples.length > 2 && /^"9{3}(?:[^\d,]9{3}){2}"$/.test(shape);
  return isOne || samples.every((it) => /^"\d{1,3}(?:\.\d{3}){3}"$/.test(it));
}

const BLANK_NAMES: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\u00A0': 'a no-break space',
  '\u202F': 'a narrow no-break space',
  '\u2009': 'a thin space',
};

function nameOf(separator: string): string {
  return BLANK_NAMES[separator] ?? `"${separator}"`;
}

/**
 * Why points before three digits may separate thousands; null if there is no evidence. Decimal commas in another column are evidence. So
 * are semicolons as delimiters and dates such as `31.12.2020`, unless a column proves that points are decimal points.
 */
export function whyPointsAreDoubtful(source: Source, delimiter: string, all: readonly Column[]): string | null {
  const profiles = all.map(({ profile }) => profile);
  if (hasDecimalCommas(source, profiles)) return 'other columns have decimal commas';
  const provesPoints = ({ hasDecimalPoints, type, evidence }: InspectedColumn): boolean =>
    hasDecimalPoints && (type !== 'object' || (evidence !== null && isNearlyNumeric(evidence)));
  if (profiles.some(provesPoints)) return null;
  if (delimiter === ';') return 'files with semicolons often have decimal commas';
  const dates = profiles.find(
    ({ type, samples }) => type === 'object' && samples.length > 0 && samples.every((it) => DATE_WITH_POINTS.test(it)),
  );
  return dates ? `files with dates such as ${JSON.parse(dates.samples[0] as string)} often have decimal commas` : null;
}

/** JSON token of a date as written in Germany, Poland or Russia, such as "31.12.2020". */
const DATE_WITH_POINTS = /^"\d{1,2}\.\d{1,2}\.\d{4}"$/;

/** Whether any column has decimal commas: declared, or in every format that would make the column numeric. */
function hasDecimalCommas(source: Source, profiles: readonly InspectedColumn[]): boolean {
  const declared = [...source.columns.values()].map(({ numberFormat }) => [numberFormat]);
  return [...declared, ...profiles.map(formatsOf)].some(
    (formats) => formats.length > 0 && formats.every(({ decimal }) => decimal === ','),
  );
}

/** Reports numbers such as 92.550, which mean 92550 if the points separate thousands. `why` says what suggests that. */
export function pointsAt({ file }: Source, { column }: Column, place: Place, why: string): Problem {
  const message = `the numbers in "${column}" have three digits after each point, and ${why}: the points may separate thousands`;
  return problem('separator-doubtful', { file, place }, message, 'Declare in the sidecar what the points mean.', [
    fix({ columns: { [column]: { thousands: '.', decimal: ',' } } }, 'If they separate thousands'),
    fix({ columns: { [column]: { decimal: '.' } } }, 'If they are decimal points'),
  ]);
}

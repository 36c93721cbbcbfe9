import { looksLikeNull } from '../../contract/null-tokens.ts';
import type { ColumnProfile, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { type Fix, fix } from '../../problems/sidecar-patch.ts';
import type { FoundDates } from '../evidence/date-formats.ts';
import { missingList } from '../evidence/non-numeric-values.ts';
import { WHOLE_NUMBER } from '../evidence/number-formats.ts';
import type { InspectedColumn } from '../profile-column.ts';

/** A column of a file with its profile. */
export interface Column {
  /** Name in the file. */
  column: string;
  /** Index in the file's records. */
  cell: number;
  profile: InspectedColumn & Pick<ColumnProfile, 'distribution'>;
}

/** Reports the first value that contradicts the description. */
export function mismatchIn(source: Source, { column, profile }: Column): Problem[] {
  if (!profile.firstMismatch) return [];
  const { place, text, expected } = profile.firstMismatch;
  const [kind, type] = {
    int64: ['an integer', 'int64'],
    float64: ['a number', 'float64'],
    number: ['a number', 'numbers'],
    date: ['a valid date', `dates written as ${source.columns.get(column)?.date}`],
  }[expected];
  const note = expected === 'date' ? '' : (notANumber(text) ?? formatNote(source, column));
  const what = `${quoteText(text)} is not ${kind}${note && ` (${note})`}`;
  const message = `${what}, but the sidecar says that the values of "${column}" are ${type}; this is the first mismatch`;
  const help =
    'Correct the value or the column’s entry in the sidecar. If the value means null, add it to the column’s "missing".';
  const fixes = missingFixes(column, profile, 'If it means null');
  return [problem('type-mismatch', { file: source.file, place }, message, help, fixes)];
}

/** Why a string of digits, with or without a sign, is not a number; null for any other string. */
function notANumber(text: string): string | null {
  if (!WHOLE_NUMBER.test(text)) return null;
  return /^[+-]?0/.test(text) ? 'it has a leading zero, as codes do' : 'it does not fit in 64 bits';
}

/** Note on a column's declared number format, such as `declared format: thousands ".", decimal ","`; empty if nothing is declared. */
function formatNote({ columns, format }: Source, column: string): string {
  const { thousands, decimal, strip, negative } = (columns.get(column) ?? format).numberFormat;
  const marks = Object.entries({ thousands, decimal, ...strip, negative }).flatMap(([key, mark]) =>
    mark === undefined ? [] : `${key} ${quoteText(mark)}`,
  );
  return marks.length === 0 ? '' : `declared format: ${marks.join(', ')}`;
}

/** Reports values that contradict the type claimed by a data package. */
export function contradictionIn({ file, descriptionFile }: Source, { column, profile }: Column): Problem[] {
  if (!profile.contradiction) return [];
  const { claim, count, values, first: place, text, areNullTokens } = profile.contradiction;
  const type = claim.format === 'default' ? claim.type : `${claim.type} ("${claim.format}")`;
  const fixes = areNullTokens ? tokenFixes(column, profile) : missingFixes(column, profile, 'If it means null');
  const found = `${count} of ${values} are not; the first is ${quoteText(text)}`;
  const message = `the schema says that the values of "${column}" are of type ${type}, but ${found}`;
  const ifNull = fixes.length > 0 ? '' : ' If the value means null, declare it as a missing value.';
  const help = `Correct the value, or the type in ${descriptionFile}.${ifNull}`;
  return [problem('schema-contradicted', { file, place }, message, help, fixes)];
}

/** Maximum number of examples in a message. */
const MAX_EXAMPLES = 2;

export const IF_TEXT = 'If a column is meant to be text, set its "type" to "object".';

/** Reports the values that make a column text although others are numbers. */
export function textsAmongNumbers(source: Source, { column, profile }: Column): Problem[] {
  const { file } = source;
  const { firstNonNumeric, evidence, mixture } = profile;
  const fixes = missingFixes(column, profile, 'If they mean null');
  if (firstNonNumeric) {
    const { place, text } = firstNonNumeric;
    const others = `other values are numbers (${formatNote(source, column)})`;
    const message = `the column "${column}" is text because of ${quoteText(text)}, but ${others}`;
    const help = 'If the column should be numeric, correct such values, or add those that mean null to its "missing".';
    return [problem('number-format', { file, place }, message, help, fixes)];
  }
  if (!evidence) return [];
  const { numbers, texts, type, first } = evidence;
  if (mixture && mixture.written > 0) {
    const { written, words, distinctWords, examples } = mixture;
    const word = distinctWords.find((it) => !looksLikeNull(it)) ?? distinctWords[0] ?? '';
    const others = words === 0 ? '' : `, besides ${formatCount(words, 'other value')} such as ${quoteText(word)}`;
    const shown = examples.slice(0, MAX_EXAMPLES).map(quoteText).join(' and ');
    const found = `${numbers} plain ones and ${written} in another notation, such as ${shown}${others}`;
    const message = `the column "${column}" is text, although most values are numbers: ${found}`;
    const help = `Use one notation and unit for numbers, and list values that mean null in the column’s "missing". ${IF_TEXT}`;
    return [problem('number-format', { file, place: first.place }, message, help)];
  }
  const found = `${texts} of its ${numbers + texts} values and would otherwise be ${type}`;
  const message = `the column "${column}" is text because of ${found}; the first is ${quoteText(first.text)}`;
  const help = `If such values mean null, add them to the column’s "missing". ${IF_TEXT}`;
  return [problem('nearly-numeric', { file, place: first.place }, message, help, fixes)];
}

/** Reports a column in which every number has a plus sign: it may be part of a code, but numbers are published without it. */
export function signsIn({ file }: Source, { column, profile: { plusSigns, type } }: Column): Problem[] {
  if (!plusSigns) return [];
  const doubt = 'may be part of a code, such as a telephone number, but is not published';
  const message = `every number in "${column}" has a plus sign, which ${doubt}; this is the first of ${plusSigns.count}`;
  const fixes = [
    fix({ columns: { [column]: { type: 'object' } } }, 'If they are codes'),
    fix({ columns: { [column]: { type } } }, 'If they are numbers'),
  ];
  const help = 'Declare in the sidecar whether they are codes or numbers.';
  return [problem('sign-doubtful', { file, place: plusSigns.first }, message, help, fixes)];
}

/** Reports dates of a column whose values are not all dates in ISO 8601, with a fix for each pattern in `dates`. */
export function datesIn({ file, format, columns }: Source, { column }: Column, dates?: FoundDates): Problem[] {
  if (!dates) return [];
  const { first, patterns, other, missing: added } = dates;
  const missing = added.length === 0 ? [] : [...(columns.get(column)?.missing ?? format.missing ?? []), ...added];
  const asIso = patterns.length === 0 ? 'Write them all in ISO 8601 format, such as 2020-12-31. ' : '';
  const help = `${asIso}If they are not dates, set the "type" of the column to "object".`;
  const fixes = patterns.map((date) =>
    fix({ columns: { [column]: { date, ...missingKey(missing) } } }, `If they are written as ${date}`),
  );
  const message = `the dates in "${column}", such as ${dates.examples.map(quoteText).join(' and ')}, ${whyDatesAreDoubtful(dates)}`;
  return [problem('date-format', { file, place: other?.place ?? first }, message, help, fixes)];
}

function whyDatesAreDoubtful({ patterns, examples, other }: FoundDates): string {
  if (patterns.length > 1) return `can be read in ${patterns.length} ways: no value shows which number is the day`;
  if (other) return `are mixed with ${quoteText(other.text)}, which is not a valid date`;
  if (examples.length > 1) return `are written in ${examples.length} different formats`;
  const isClear = patterns.length === 1;
  return `are text, so programs cannot sort or compare them as dates${isClear ? '' : ', and no single date pattern fits them all'}`;
}

/** Fix that declares a column's non-numeric values as null, if they are all common null markers and numbers outnumber them. */
function missingFixes(column: string, { evidence }: InspectedColumn, condition: string): Fix[] {
  const missing = evidence && evidence.numbers > evidence.texts ? missingList(evidence) : null;
  return missing ? [fix({ columns: { [column]: { missing } } }, condition)] : [];
}

/** Fix that declares a column's null tokens as null. */
function tokenFixes(column: string, { nullTexts }: InspectedColumn): Fix[] {
  const missing = nullTexts.tokens.map(({ text }) => text);
  return missing.length === 0 ? [] : [fix({ columns: { [column]: { missing } } }, 'If it means null')];
}

/** The `missing` key with a column's null markers; omitted without any. */
export function missingKey(missing: readonly string[]): { missing?: readonly string[] } {
  return missing.length === 0 ? {} : { missing };
}

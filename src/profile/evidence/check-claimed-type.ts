import { dateReader, isDatePattern } from '../../contract/date-pattern.ts';
import { LOOSE_NUMBER } from '../../contract/value-shapes.ts';
import type { Place, TypeClaim } from '../../model.ts';
import { MAX_SHOWN } from '../../problems/quote-text.ts';
import { type Found, oneMore } from './findings.ts';
import { WHOLE_NUMBER } from './number-formats.ts';

/*
 * Lexical forms of Table Schema (specs.frictionlessdata.io/table-schema, datapackage.org/standard/table-schema). Where versions of the
 * standard differ, a value of either form is valid. Each expression is anchored and matches in linear time.
 */

const ZONE = '(?:Z|[+-][0-9]{2}:[0-9]{2})?';
const YEAR = '-?(?:[1-9][0-9]{3,}|0[0-9]{3})';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const TIME = '(?:[01][0-9]|2[0-4]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?';

const NOT_FINITE = /^(?:nan|-?inf)$/i;
const FORMS = {
  year: new RegExp(`^${YEAR}${ZONE}$`),
  yearmonth: new RegExp(`^${YEAR}-${MONTH}${ZONE}$`),
  date: new RegExp(`^[0-9]{4}-${MONTH}-${DAY}$`),
  time: new RegExp(`^${TIME}${ZONE}$`),
  datetime: new RegExp(`^${YEAR}-${MONTH}-${DAY}T${TIME}${ZONE}$`),
} as const;

/** Maps strptime directives, by letter, to the parts of a date pattern. Formats with other directives are not checked. */
const DIRECTIVES: Readonly<Record<string, string>> = { Y: 'yyyy', m: 'mm', d: 'dd', H: 'HH', M: 'MM', S: 'SS' };

/** Whether a value satisfies a claim. `number` is the value as a plain number; null if it is not in the column's number format. */
type IsValid = (value: string, number: string | null) => boolean;

/** Returns a check for values of the claimed type. If the claim cannot be checked, every value passes. */
function validatorFor({ type, format, spellings, isBare }: TypeClaim): IsValid {
  if (type === 'boolean') {
    const valid = new Set(spellings);
    return (value) => valid.has(value);
  }
  if (type === 'integer' || type === 'number') {
    if (!isBare) return () => true;
    return type === 'integer'
      ? (_, number) => number !== null && WHOLE_NUMBER.test(number)
      : (_, number) => number !== null && (LOOSE_NUMBER.test(number) || NOT_FINITE.test(number));
  }
  const hasFormat = type === 'date' || type === 'time' || type === 'datetime';
  if (!hasFormat || format === 'default') return (value) => FORMS[type].test(value);
  // The date parser requires a date, so an arbitrary one is prepended to times.
  const [dayPattern, day] = type === 'time' ? ['yyyy-mm-dd ', '2000-01-01 '] : ['', ''];
  const pattern =
    dayPattern + format.replace(/%(.)/gsu, (directive, letter: string) => DIRECTIVES[letter] ?? directive);
  const read = isDatePattern(pattern) ? dateReader(pattern) : null;
  return (value) => read === null || read(day + value) !== null;
}

/** Compares the values of a column with the type that a data package claims for them. */
export function claimedTypeCheck(claim: TypeClaim) {
  const isValid = validatorFor(claim);
  const values = noValues();
  /** Null tokens, which are values in a text column but null in a numeric one. */
  const nullTokens = noValues();
  /** Adds a value, which may be a null token, without surrounding ASCII whitespace. */
  const add = (value: string, number: string | null, placeOf: () => Place, isNullToken = false): void => {
    const tally = isNullToken ? nullTokens : values;
    tally.all += 1;
    if (isValid(value, number)) return;
    tally.invalid = { text: value.slice(0, MAX_SHOWN + 1), ...tally.invalid, ...oneMore(tally.invalid, placeOf) };
  };
  /**
   * Summary of the values that contradict the claim; null if no value does. If `isNumeric`, null tokens do not count as values. `values`
   * is the number of values compared with the claim, and `areNullTokens` says whether all that contradict it are null tokens.
   */
  const contradiction = (isNumeric: boolean) => {
    const tallies = isNumeric ? [values] : [values, nullTokens];
    const invalid = tallies.flatMap((tally) => tally.invalid ?? []);
    const [earliest] = invalid.toSorted((a, b) => a.first.line - b.first.line);
    if (!earliest) return null;
    const count = invalid.reduce((sum, it) => sum + it.count, 0);
    const compared = tallies.reduce((sum, { all }) => sum + all, 0);
    return { claim, ...earliest, count, values: compared, areNullTokens: values.invalid === null };
  };
  return { add, contradiction };
}

/** Counts of all values and of invalid ones, with the first invalid value, truncated to one character more than messages show. */
function noValues() {
  return { all: 0, invalid: null as (Found & { text: string }) | null };
}

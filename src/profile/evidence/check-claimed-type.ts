import type { Contradiction, Place, TypeClaim } from '../../model.ts';
import type { NumberNotation } from '../numbers/read-number.ts';

/*
 * Lexical forms of Table Schema (specs.frictionlessdata.io/table-schema, datapackage.org/standard/table-schema); where the versions
 * of the standard differ, a value of either form is right. Each expression is anchored and takes linear time.
 */

const ZONE = '(?:Z|[+-][0-9]{2}:[0-9]{2})?';
const YEAR = '-?(?:[1-9][0-9]{3,}|0[0-9]{3})';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const TIME = '(?:[01][0-9]|2[0-4]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?';

const FORMS = {
  integer: /^[+-]?[0-9]+$/,
  number: /^(?:[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|nan|-?inf)$/i,
  year: new RegExp(`^${YEAR}${ZONE}$`),
  yearmonth: new RegExp(`^${YEAR}-${MONTH}${ZONE}$`),
  date: new RegExp(`^[0-9]{4}-${MONTH}-${DAY}$`),
  time: new RegExp(`^${TIME}${ZONE}$`),
  datetime: new RegExp(`^${YEAR}-${MONTH}-${DAY}T${TIME}${ZONE}$`),
} as const;

/** Digits of a number in a pattern of strptime: the most it can have. Names of days and months depend on the language. */
const DIRECTIVES: Readonly<Record<string, number>> = { Y: 4, m: 2, d: 2, H: 2, I: 2, M: 2, S: 2, y: 2, j: 3, f: 6 };

/**
 * Expression for the values that a pattern of C's strptime reads; null for a pattern that has more than numbers and what stands
 * between them, and so cannot be checked.
 */
export function expressionOf(pattern: string): RegExp | null {
  const parts = pattern.match(/%.?|[^%]+/gsu) ?? [];
  let expression = '';
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith('%')) {
      expression += part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
      continue;
    }
    const digits = DIRECTIVES[part.slice(1)];
    if (digits === undefined) return null;
    // Beside another number its width must be fixed, as in 20200131; else it may lack the zeros in front, as in 31/1/2020.
    const isAlone = !/^%|[0-9]$/.test(parts[index - 1] ?? '') && !/^[%0-9]/.test(parts[index + 1] ?? '');
    expression += isAlone && part !== '%Y' ? `[0-9]{1,${digits}}` : `[0-9]{${digits}}`;
  }
  return new RegExp(`^${expression}$`, 'u');
}

/** What tells the right values of a claim from others; null for a claim that cannot be checked. */
function checkOf({ type, format, spellings, isBare }: TypeClaim): ((value: string) => boolean) | null {
  if (type === 'boolean') {
    const right = new Set(spellings);
    return (value) => right.has(value);
  }
  if (type === 'integer' || type === 'number') return isBare ? (value) => FORMS[type].test(value) : null;
  const hasFormat = type === 'date' || type === 'time' || type === 'datetime';
  if (!hasFormat || format === 'default') return (value) => FORMS[type].test(value);
  const expression = format === 'any' ? null : expressionOf(format);
  return expression && ((value) => expression.test(value));
}

/** Compares the values of a column with what a data package claims of them. */
export class ClaimedTypeCheck {
  readonly #claim: TypeClaim;
  readonly #isRight: ((value: string) => boolean) | null;
  readonly #values = new Tally();
  /** Spellings of null, which are values in a column of texts. */
  readonly #spelledNulls = new Tally();

  constructor(claim: TypeClaim) {
    this.#claim = claim;
    this.#isRight = checkOf(claim);
  }

  /**
   * Takes a value, blanks trimmed; with the plain number that it is written as (null when it is none in the column's format), and that
   * number's form.
   */
  add(value: string, number: string | null, notation: NumberNotation | null, placeOf: () => Place): void {
    this.#values.add(this.#fits(value, number, notation), placeOf);
  }

  addSpelledNull(value: string, placeOf: () => Place): void {
    this.#spelledNulls.add(this.#fits(value, value, null), placeOf);
  }

  #fits(value: string, number: string | null, notation: NumberNotation | null): boolean {
    if (this.#isRight === null) return true;
    const { type } = this.#claim;
    if (type !== 'integer' && type !== 'number') return this.#isRight(value);
    // What is known to be such a number needs no expression.
    if (notation === 'integer' || (notation !== null && type === 'number')) return true;
    return number !== null && this.#isRight(number);
  }

  /** What contradicts the claim; null where nothing does. `isNumeric` says that spellings of null are null. */
  contradiction(isNumeric: boolean): Contradiction | null {
    const tallies = isNumeric ? [this.#values] : [this.#values, this.#spelledNulls];
    const firsts = tallies.flatMap(({ first }) => first ?? []).sort((a, b) => a.line - b.line);
    const [first] = firsts;
    if (!first) return null;
    const count = tallies.reduce((sum, { wrong }) => sum + wrong, 0);
    const values = tallies.reduce((sum, { all }) => sum + all, 0);
    return { claim: this.#claim, count, values, first };
  }
}

/** Counts values, and those that are wrong. */
class Tally {
  all = 0;
  wrong = 0;
  first: Place | null = null;

  add(isRight: boolean, placeOf: () => Place): void {
    this.all += 1;
    if (isRight) return;
    this.wrong += 1;
    this.first ??= placeOf();
  }
}

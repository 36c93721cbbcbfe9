import type { Place } from '../../model.ts';
import type { NumberNotation } from '../numbers/read-number.ts';
import { oneMore } from './findings.ts';
import type { Found } from './inspected-column.ts';

/** One point, before exactly three digits. */
const WITH_POINT = /^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$/;
/** Too short to need a point. */
const SHORT = /^[+-]?(?:0|[1-9][0-9]{0,2})$/;

/**
 * Finds out whether the points in a column of numbers may separate thousands: each number has at most three digits, or a single point
 * before its last three.
 */
export class ThousandsPoints {
  readonly findings = {
    /** Some number has a point that can only separate decimals. */
    hasDecimals: false,
    /** Some number has no point, although it is long enough for one. */
    hasLong: false,
    /** Numbers whose point may separate thousands. */
    points: null as Found | null,
  };

  /** Adds a plain number. */
  add(number: string, placeOf: () => Place): void {
    const { findings } = this;
    if (findings.hasDecimals || (findings.hasLong && !number.includes('.')) || SHORT.test(number)) return;
    if (WITH_POINT.test(number)) findings.points = oneMore(findings.points, placeOf);
    else if (number.includes('.')) findings.hasDecimals = true;
    else findings.hasLong = true;
  }

  /** Adds numbers whose point may separate thousands, after the first; only while `isPossible` holds. */
  addCount(count: number): void {
    if (this.findings.points) this.findings.points.count += count;
  }

  /** False after the first number that rules thousands out. */
  get isPossible(): boolean {
    return !this.findings.hasDecimals && !this.findings.hasLong;
  }

  /** Numbers whose point may separate thousands; null if there are none, or some number rules thousands out. */
  get found(): Found | null {
    return this.isPossible ? this.findings.points : null;
  }

  /** The column shows that its points separate decimals. `isNumeric` says that it has only numbers. */
  areDecimals(isNumeric: boolean): boolean {
    const { hasDecimals, hasLong, points } = this.findings;
    return hasDecimals || (isNumeric && hasLong && points !== null);
  }
}

/** Codes with a plus sign, such as telephone numbers, have at least this many digits. */
const MIN_CODE_DIGITS = 7;

/** Finds out whether every number of a column has a plus sign. Among changes up and down, some number has another sign, or is zero. */
export class PlusSigns {
  readonly findings = {
    signs: null as Found | null,
    /** Some number with a sign is not a whole number as long as a code. */
    hasOther: false,
    hasZero: false,
  };

  /** Adds a plain number. */
  add(number: string, notation: NumberNotation, placeOf: () => Place): void {
    if (!number.startsWith('+')) return;
    const { findings } = this;
    findings.signs = oneMore(findings.signs, placeOf);
    if (notation !== 'integer' || number.length <= MIN_CODE_DIGITS) findings.hasOther = true;
    if (Number(number) === 0) findings.hasZero = true;
  }

  /** Null if some number has no plus sign, or is zero. `numbers` is the count of all numbers of the column. */
  found(numbers: number): (Found & { areCodes: boolean }) | null {
    const { signs, hasOther, hasZero } = this.findings;
    return signs && signs.count >= numbers && !hasZero ? { ...signs, areCodes: !hasOther } : null;
  }
}

import type { Place } from '../../model.ts';
import type { NumberNotation } from '../numbers/read-number.ts';
import { type Found, oneMore } from './findings.ts';

/** Numbers whose point may separate thousands: 1.234, but not 0.123. */
const WITH_POINT = /^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$/;
/** Numbers too short to need a thousands separator. */
const SHORT = /^[+-]?(?:0|[1-9][0-9]{0,2})$/;

/** Determines whether points may separate thousands: they may if all numbers are integers of up to three digits or like 1.234 or 12.345. */
export class ThousandsPoints {
  readonly findings = {
    /** Whether any number has a point that can only be a decimal point. */
    hasDecimals: false,
    /** Whether any number without a point has more than three digits, or an exponent. */
    hasLong: false,
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

  /** False after the first number that shows that points do not separate thousands. */
  get isPossible(): boolean {
    return !this.findings.hasDecimals && !this.findings.hasLong;
  }

  /** Numbers whose points may separate thousands; null without any, or if another number rules this out. */
  get found(): Found | null {
    return this.isPossible ? this.findings.points : null;
  }

  /** Whether the values prove that points are decimal points. `isNumeric` says whether the column was inferred to be numeric. */
  areDecimals(isNumeric: boolean): boolean {
    const { hasDecimals, hasLong, points } = this.findings;
    return hasDecimals || (isNumeric && hasLong && points !== null);
  }
}

/** Minimum number of digits in a code with a plus sign, such as a telephone number. */
const MIN_CODE_DIGITS = 7;

/** Determines whether every number of a column has a plus sign and none is zero, which suggests codes rather than signed differences. */
export class PlusSigns {
  readonly findings = {
    signs: null as Found | null,
    /** Whether any number with a plus sign is not an integer, or is too short to be a code. */
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

  /** Plus signs found; null if any number lacks one or is zero. `numbers` is the count of the column's numbers. */
  found(numbers: number): (Found & { areCodes: boolean }) | null {
    const { signs, hasOther, hasZero } = this.findings;
    return signs && signs.count >= numbers && !hasZero ? { ...signs, areCodes: !hasOther } : null;
  }
}

import type { Place } from '../../model.ts';
import type { NumberNotation } from '../numbers/read-number.ts';
import { oneMore } from './findings.ts';
import type { Found } from './inspected-column.ts';

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

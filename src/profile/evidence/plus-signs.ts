import type { Place } from '../../model.ts';
import type { Found } from '../inspected-column.ts';
import type { NumberNotation } from '../numbers/read-number.ts';

/** Codes with a plus sign, such as telephone numbers, have at least this many digits. */
const MIN_CODE_DIGITS = 7;

/** Plus signs of a column's numbers, as plain data. */
export interface SignsSnapshot {
  count: number;
  first: Place | null;
  areCodes: boolean;
  hasZero: boolean;
}

/** Finds out whether every number of a column has a plus sign. Among changes up and down, some number has another sign, or is zero. */
export class PlusSigns {
  #count = 0;
  #first: Place | null = null;
  /** All are whole numbers, as long as codes. */
  #areCodes = true;
  #hasZero = false;

  /** Adds a plain number. */
  add(number: string, notation: NumberNotation, placeOf: () => Place): void {
    if (!number.startsWith('+')) return;
    this.#count += 1;
    this.#first ??= placeOf();
    if (notation !== 'integer' || number.length <= MIN_CODE_DIGITS) this.#areCodes = false;
    if (Number(number) === 0) this.#hasZero = true;
  }

  snapshot(): SignsSnapshot {
    return { count: this.#count, first: this.#first, areCodes: this.#areCodes, hasZero: this.#hasZero };
  }

  /** Adds the numbers of the cells that follow. */
  absorb({ count, first, areCodes, hasZero }: SignsSnapshot): void {
    this.#count += count;
    this.#first ??= first;
    this.#areCodes &&= areCodes;
    this.#hasZero ||= hasZero;
  }

  /** Null if some number has no plus sign, or is zero. `numbers` is the count of all numbers of the column. */
  found(numbers: number): (Found & { areCodes: boolean }) | null {
    if (!this.#first || this.#count < numbers || this.#hasZero) return null;
    return { count: this.#count, first: this.#first, areCodes: this.#areCodes };
  }
}

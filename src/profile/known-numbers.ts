/** So many digits behind a point, and so many in front of it at most, has a number whose point may separate thousands. */
const GROUP = 3;

/** Remembers plain numbers of a column, and kinds of them, of which nothing more is to be learned than that they occur again. */
export class KnownNumbers {
  /** Mantissa and places of each number. */
  readonly #numbers: number[] = [];
  /** Decimals were taken that look as if the point separated thousands, and others. */
  #hasGrouped = false;
  #hasUngrouped = false;

  /** Remembers a number, or, where `isKindEnough`, only of which kind it is. */
  add(mantissa: number, places: number, isKindEnough: boolean): void {
    if (!isKindEnough && !this.has(mantissa, places)) this.#numbers.push(mantissa, places);
    if (places > 0 && isGrouped(mantissa, places)) this.#hasGrouped = true;
    else if (places > 0) this.#hasUngrouped = true;
  }

  has(mantissa: number, places: number): boolean {
    for (let at = 0; at < this.#numbers.length; at += 2) {
      if (this.#numbers[at] === mantissa && this.#numbers[at + 1] === places) return true;
    }
    return false;
  }

  /** Whether a decimal of the same kind was remembered. */
  hasKindOf(mantissa: number, places: number): boolean {
    return isGrouped(mantissa, places) ? this.#hasGrouped : this.#hasUngrouped;
  }
}

/** Whether the point of a decimal may separate thousands, as in 1.234. */
export function isGrouped(mantissa: number, places: number): boolean {
  const magnitude = Math.abs(mantissa);
  return places === GROUP && magnitude >= 10 ** GROUP && magnitude < 10 ** (2 * GROUP);
}

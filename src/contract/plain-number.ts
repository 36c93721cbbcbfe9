/*
 * Whether a cell looks like a number or a year in decimal notation. The rules for the numbers of a column are stricter,
 * and apply only once its last row is known: see `profile/numbers/read-number.ts`.
 */

/** The expression of `looksLikeNumber`, for a cell without blanks around it. */
export const LOOSE_NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const YEAR = /^[12][0-9]{3}$/;

/** Whether a cell, without the blanks around it, looks like a number: digits with at most one point. Leading zeros and an exponent are allowed. */
export function looksLikeNumber(cell: string): boolean {
  return LOOSE_NUMBER.test(cell.trim());
}

/** Whether a cell looks like a year from 1000 to 2999. Years name columns in real tables; other numbers hardly ever do. */
export function looksLikeYear(cell: string): boolean {
  return YEAR.test(cell.trim());
}

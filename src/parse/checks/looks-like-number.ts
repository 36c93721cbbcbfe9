const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const YEAR = /^[12]\d{3}$/;

/** Whether a cell reads as a number at first sight; what counts as one is decided when the column is known. */
export function looksLikeNumber(cell: string): boolean {
  return NUMBER.test(cell.trim());
}

/** Years name columns in real tables, other numbers hardly ever do. */
export function looksLikeYear(cell: string): boolean {
  return YEAR.test(cell.trim());
}

import type { ColumnType } from '../../model.ts';
import type { NumberNotation } from './read-number.ts';

/** Which notations occur among numbers, apart from integers. */
export interface Notations {
  hasDecimal: boolean;
  hasExponent: boolean;
}

export function noNotations(): Notations {
  return { hasDecimal: false, hasExponent: false };
}

export function addNotation(notations: Notations, notation: NumberNotation): void {
  if (notation === 'decimal') notations.hasDecimal = true;
  else if (notation === 'exponent') notations.hasExponent = true;
}

export function mergeNotations(a: Notations, b: Notations): Notations {
  return { hasDecimal: a.hasDecimal || b.hasDecimal, hasExponent: a.hasExponent || b.hasExponent };
}

/** Type of a column of numbers. Exponents without a sign, such as `1e5`, are codes unless the column has a decimal as well. */
export function typeOfNumbers({ hasDecimal, hasExponent }: Notations): ColumnType {
  if (hasDecimal) return 'float64';
  return hasExponent ? 'object' : 'int64';
}

import type { ColumnDescription } from '../model.ts';
import { NULL_TOKENS } from './null-tokens.ts';
import { readFormatted, toJsonNumber, trimBlanks } from './numbers/read-number.ts';

/** Makes the function that turns a cell of a column into its JSON token; each value of a column of numbers must be one. */
export function cellEncoder(
  isNumeric: boolean,
  { missing, numberFormat }: Pick<ColumnDescription, 'missing' | 'numberFormat'>,
): (cell: string) => string {
  const declared = missing ? new Set(missing.map(trimBlanks)) : null;
  if (!isNumeric) {
    return (cell) => {
      const value = trimBlanks(cell);
      return value === '' || declared?.has(value) ? 'null' : JSON.stringify(cell);
    };
  }
  const isNull = declared ?? NULL_TOKENS;
  const given = Object.keys(numberFormat).length > 0 ? numberFormat : null;
  return (cell) => {
    const value = trimBlanks(cell);
    if (value === '' || isNull.has(value)) return 'null';
    // Every value was read so when the type was found.
    return toJsonNumber(given ? (readFormatted(value, given) as string) : value);
  };
}

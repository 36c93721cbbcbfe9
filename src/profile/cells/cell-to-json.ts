import { toJsonNumber, trimBlanks } from '../numbers/read-number.ts';
import { type CellDescription, CellInterpreter } from './interpret-cell.ts';

/** Makes the function that turns a cell of a column into its JSON token. If `isNumeric`, every value of the column must be a number. */
export function cellEncoder(isNumeric: boolean, description: CellDescription): (cell: string) => string {
  const interpreter = new CellInterpreter(description);
  if (!isNumeric) return (cell) => (interpreter.isNull(cell, trimBlanks(cell)) ? 'null' : JSON.stringify(cell));
  return (cell) => {
    const value = trimBlanks(cell);
    if (interpreter.isNull(cell, value) || interpreter.isNullToken(value)) return 'null';
    // The profile has read every value as a number.
    return toJsonNumber(interpreter.toPlainNumber(value) as string);
  };
}

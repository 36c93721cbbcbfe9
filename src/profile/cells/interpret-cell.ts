import { NULL_TOKENS } from '../../contract/null-tokens.ts';
import type { ColumnDescription } from '../../model.ts';
import { readFormatted, toJsonNumber, trimBlanks } from '../numbers/read-number.ts';

/** The parts of a column's description that determine what its cells mean. */
export type CellDescription = Pick<ColumnDescription, 'missing' | 'numberFormat'>;

/**
 * Determines what the cells of a column mean: null, a null token, or a value, which may be a number. The parameter `value` is the cell
 * without surrounding ASCII whitespace. Call the methods in the order below: each assumes that those before it returned false.
 */
export class CellInterpreter {
  readonly hasFormat: boolean;
  readonly #format: ColumnDescription['numberFormat'];
  /** The declared null markers, trimmed, which replace the default null tokens; null if `missing` is not declared. */
  readonly #declared: ReadonlySet<string> | null;
  /** Whether any declared null marker consists of ASCII whitespace. */
  readonly #areBlanksDeclared: boolean;

  constructor({ missing, numberFormat }: CellDescription) {
    this.#declared = missing ? new Set(missing.map(trimBlanks)) : null;
    this.#areBlanksDeclared = missing?.some((spelling) => spelling !== '' && trimBlanks(spelling) === '') === true;
    this.#format = numberFormat;
    this.hasFormat = Object.keys(numberFormat).length > 0;
  }

  /** Whether a cell is null whatever the column's type: it is empty or declared as null. */
  isNull(cell: string, value: string): boolean {
    if (value === '') return cell === '' || this.#areBlanksDeclared;
    return this.#declared?.has(value) === true;
  }

  /** Whether a cell is null in a numeric column but a value in a text column: ASCII whitespace or a null token. */
  isNullToken(value: string): boolean {
    return value === '' || (this.#declared === null && NULL_TOKENS.has(value));
  }

  /** Converts a value from the number format to plain notation; null if it does not follow it. The result need not be a number. */
  toPlainNumber(value: string): string | null {
    return this.hasFormat ? readFormatted(value, this.#format) : value;
  }
}

/** Returns a function that reads the value of a cell: a string as it is, a number in JSON, or null. If `isNumeric`, all must be numbers. */
export function cellReader(isNumeric: boolean, description: CellDescription): (cell: string) => string | null {
  const interpreter = new CellInterpreter(description);
  if (!isNumeric) return (cell) => (interpreter.isNull(cell, trimBlanks(cell)) ? null : cell);
  return (cell) => {
    const value = trimBlanks(cell);
    if (interpreter.isNull(cell, value) || interpreter.isNullToken(value)) return null;
    // The profiler has verified that every value is a number.
    return toJsonNumber(interpreter.toPlainNumber(value) as string);
  };
}

/** Returns a function that converts a cell of a column to a JSON token. If `isNumeric`, every value must be a number. */
export function cellEncoder(isNumeric: boolean, description: CellDescription): (cell: string) => string {
  const read = cellReader(isNumeric, description);
  if (isNumeric) return (cell) => read(cell) ?? 'null';
  return (cell) => {
    const value = read(cell);
    return value === null ? 'null' : JSON.stringify(value);
  };
}

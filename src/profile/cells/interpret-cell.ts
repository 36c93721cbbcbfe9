import { NULL_TOKENS } from '../../contract/null-tokens.ts';
import type { ColumnDescription } from '../../model.ts';
import { readFormatted, toJsonNumber, trimBlanks } from '../numbers/read-number.ts';

/** What a description says about the meaning of cells. */
export type CellDescription = Pick<ColumnDescription, 'missing' | 'numberFormat'>;

/**
 * Says what the cells of one column mean: null, a null token, or a value, which may be written as a number. A `value` is a cell without
 * the ASCII blanks around it. Call the methods in their order: each expects that those before it have not found what they look for.
 */
export class CellInterpreter {
  /** The column's numbers are written in a format of their own, not as JSON writes them. */
  readonly hasFormat: boolean;
  readonly #format: ColumnDescription['numberFormat'];
  /** The spellings of null that the description declares, without blanks around them; they replace the usual null tokens. */
  readonly #declared: ReadonlySet<string> | null;
  /** The description declares a spelling of blanks. */
  readonly #areBlanksDeclared: boolean;

  constructor({ missing, numberFormat }: CellDescription) {
    this.#declared = missing ? new Set(missing.map(trimBlanks)) : null;
    this.#areBlanksDeclared = missing?.some((spelling) => spelling !== '' && trimBlanks(spelling) === '') === true;
    this.#format = numberFormat;
    this.hasFormat = Object.keys(numberFormat).length > 0;
  }

  /** Whether a cell is null whatever the column's type: it is empty, or the description declares its spelling. */
  isNull(cell: string, value: string): boolean {
    if (value === '') return cell === '' || this.#areBlanksDeclared;
    return this.#declared?.has(value) === true;
  }

  /** Whether a cell is null in a column of numbers, but text in a column of texts: it is blank, or a null token. */
  isNullToken(value: string): boolean {
    return value === '' || (this.#declared === null && NULL_TOKENS.has(value));
  }

  /**
   * The plain number that a value would be if it is a number at all, which `notationOf` decides; null if the value does not follow the
   * column's number format.
   */
  toPlainNumber(value: string): string | null {
    return this.hasFormat ? readFormatted(value, this.#format) : value;
  }
}

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

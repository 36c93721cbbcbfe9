import type { RecordColumn } from '../../records/record-writer.ts';
import { MOST_CELL_UNITS } from './limits.ts';
import { columnLetters, numberCell, textCell } from './sheet.ts';

/** Significant digits that spreadsheets keep of a number, and that every double keeps. */
const MOST_DIGITS = 15;
/** Numbers between these have all their digits in Excel. */
const [LEAST_NUMBER, MOST_NUMBER] = [1e-307, 1e308];

/** A value in the JSON of a record. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[^,}]+/y;

/** Turns the JSON of records into rows of a sheet. */
export class RecordRows {
  /** For each column, the number of its numbers that were written as text. */
  readonly numberTexts: number[];
  readonly #letters: readonly string[];
  /** For each column, the length of its name in a record, with what is before and after it. */
  readonly #keyLengths: readonly number[];

  constructor(columns: readonly RecordColumn[]) {
    this.numberTexts = columns.map(() => 0);
    this.#letters = columns.map((_, index) => columnLetters(index));
    this.#keyLengths = columns.map(({ name }) => JSON.stringify(name).length + 2);
  }

  /** A record as a row, numbered from 1. */
  toXml(json: string, row: number): string {
    let [xml, at] = ['', 0];
    for (let column = 0; column < this.#letters.length; column += 1) {
      at += this.#keyLengths[column] as number;
      TOKEN.lastIndex = at;
      TOKEN.test(json);
      const token = json.slice(at, TOKEN.lastIndex);
      at = TOKEN.lastIndex;
      // A null is no cell.
      if (token !== 'null') xml += this.#cell(token, `${this.#letters[column]}${row}`, column);
    }
    return `<row r="${row}">${xml}</row>`;
  }

  #cell(token: string, place: string, column: number): string {
    if (token.startsWith('"')) return textCell(place, token.includes('\\') ? JSON.parse(token) : token.slice(1, -1));
    if (isKept(token)) return numberCell(place, token);
    this.numberTexts[column] = (this.numberTexts[column] as number) + 1;
    return textCell(place, token);
  }
}

/** Whether a number is written as one: a spreadsheet keeps its digits, or it is too long for a text too. */
function isKept(token: string): boolean {
  if (token.length > MOST_CELL_UNITS) return true;
  const hasExponent = /e/i.test(token);
  if (token.length <= MOST_DIGITS && !hasExponent) return true;
  // Zeros count between other digits, and not before them or after them.
  const digits = token.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;
  const size = Math.abs(Number(token));
  return digits === 0 || (digits <= MOST_DIGITS && size >= LEAST_NUMBER && size < MOST_NUMBER);
}

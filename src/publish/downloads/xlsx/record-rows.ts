import type { RecordColumn } from '../../records/record-writer.ts';
import { MAX_CELL_UNITS } from './limits.ts';
import { type Cell, numberCell, sheetRow, textCell } from './sheet.ts';

/** Significant digits that spreadsheets keep of a number, and that every double keeps. */
const MAX_DIGITS = 15;
/** Numbers between these have all their digits in Excel. */
const [MIN_NUMBER, MAX_NUMBER] = [1e-307, 1e308];

/** A value in the JSON of a record. Texts that fit into a cell are far too short for the search to run out of stack. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[^,}]+/y;

/** Turns the JSON of records into rows of a sheet. */
export class RecordRows {
  /** For each column, the number of its numbers that were written as text. */
  readonly numberTexts: number[];
  /** For each column, the length of its name in a record, with what is before and after it. */
  readonly #keyLengths: readonly number[];

  constructor(columns: readonly RecordColumn[]) {
    this.numberTexts = columns.map(() => 0);
    this.#keyLengths = columns.map(({ name }) => JSON.stringify(name).length + 2);
  }

  /** A record as a row, numbered from 1. */
  toXml(json: string, row: number): string {
    let end = 0;
    const cells = this.#keyLengths.map((keyLength, column) => {
      const start = end + keyLength;
      TOKEN.lastIndex = start;
      TOKEN.test(json);
      end = TOKEN.lastIndex;
      return this.#cell(json.slice(start, end), column);
    });
    return sheetRow(row, cells);
  }

  #cell(token: string, column: number): Cell | null {
    if (token === 'null') return null;
    if (token.startsWith('"')) return textCell(token.includes('\\') ? JSON.parse(token) : token.slice(1, -1));
    if (isKept(token)) return numberCell(token);
    this.numberTexts[column] = (this.numberTexts[column] as number) + 1;
    return textCell(token);
  }
}

/** Whether a number is written as a number: a spreadsheet keeps its digits, or it is too long even for a text. */
function isKept(token: string): boolean {
  if (token.length > MAX_CELL_UNITS || (token.length <= MAX_DIGITS && !/e/i.test(token))) return true;
  // Zeros count between other digits, and not before them or after them.
  const digits = token
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length;
  const size = Math.abs(Number(token));
  return digits === 0 || (digits <= MAX_DIGITS && size >= MIN_NUMBER && size < MAX_NUMBER);
}

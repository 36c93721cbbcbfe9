import type { RecordColumn } from '../../records/record-writer.ts';
import { MAX_CELL_UNITS } from './limits.ts';
import { type Cell, numberCell, sheetRow, textCell } from './sheet.ts';

/** Number of significant digits that both spreadsheets and doubles preserve. */
const MAX_DIGITS = 15;
/** Range of magnitudes in which Excel preserves `MAX_DIGITS` significant digits. */
const [MIN_NUMBER, MAX_NUMBER] = [1e-307, 1e308];

/** Matches a value in a JSON record. Strings that fit into a cell are far too short to overflow the stack of the regex engine. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[^,}]+/y;

/**
 * Returns a function that converts a JSON record to a sheet row, whose number starts at 1, and for each column, the number of numeric
 * values that it has written as text.
 */
export function recordRows(columns: readonly RecordColumn[]) {
  const numberTexts = columns.map(() => 0);
  /** For each column, the length of its key in a JSON record, including the `{` or `,` before it and the colon after it. */
  const keyLengths = columns.map(({ name }) => JSON.stringify(name).length + 2);
  const cellOf = (token: string, column: number): Cell | null => {
    if (token === 'null') return null;
    if (token.startsWith('"')) return textCell(token.includes('\\') ? JSON.parse(token) : token.slice(1, -1));
    if (isKept(token)) return numberCell(token);
    numberTexts[column] = (numberTexts[column] as number) + 1;
    return textCell(token);
  };
  const toXml = (json: string, row: number): string => {
    let end = 0;
    const cells = keyLengths.map((keyLength, column) => {
      const start = end + keyLength;
      TOKEN.lastIndex = start;
      TOKEN.test(json);
      end = TOKEN.lastIndex;
      return cellOf(json.slice(start, end), column);
    });
    return sheetRow(row, cells);
  };
  return { toXml, numberTexts };
}

/** Whether to write a number as a number, not as text: spreadsheets preserve its digits, or it is too long for a text cell. */
function isKept(token: string): boolean {
  if (token.length > MAX_CELL_UNITS || (token.length <= MAX_DIGITS && !/e/i.test(token))) return true;
  // Leading and trailing zeros are not significant.
  const digits = token
    .replace(/e.*/i, '')
    .replace(/[-.]/g, '')
    .replace(/^0+|0+$/g, '').length;
  const size = Math.abs(Number(token));
  return digits === 0 || (digits <= MAX_DIGITS && size >= MIN_NUMBER && size < MAX_NUMBER);
}

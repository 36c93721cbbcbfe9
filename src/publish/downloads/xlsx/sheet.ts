/** XML building blocks for worksheets (ECMA-376 Part 1, section 18.3). */

import { xmlText } from './xml-text.ts';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_HEAD = `${XML_HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`;

/** Indexes of the cell formats defined in `workbook.ts`. */
export const FORMATS = { general: 0, text: 1, bold: 2 } as const;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Letters of a column: `A` for index 0, `Z` for 25, `AA` for 26. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / LETTERS.length);
  const last = LETTERS.charAt(index % LETTERS.length);
  return rest === 0 ? last : columnLetters(rest - 1) + last;
}

/** Returns the XML of a cell, given its reference, such as `AA2`. */
export type Cell = (reference: string) => string;

/** A numeric cell. Strings must be valid JSON numbers. */
export function numberCell(value: number | string): Cell {
  return (reference) => `<c r="${reference}"><v>${value}</v></c>`;
}

export function textCell(text: string, format: number = FORMATS.text): Cell {
  // Without this attribute, readers may strip surrounding whitespace.
  const space = /^ |[\t\n]| $/.test(text) ? ' xml:space="preserve"' : '';
  return (reference) => `<c r="${reference}" s="${format}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

/** XML of a row; row numbers start at 1. Null cells are omitted. */
export function sheetRow(row: number, cells: readonly (Cell | null)[]): string {
  const written = cells.map((cell, index) => (cell ? cell(`${columnLetters(index)}${row}`) : ''));
  return `<row r="${row}">${written.join('')}</row>`;
}

/** A `col` element; `index` starts at 0, and `width` is in characters. `format` applies to empty cells. */
export function columnElement(index: number, width: number, format: number = FORMATS.general): string {
  const style = format === FORMATS.general ? '' : ` style="${format}"`;
  return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`;
}

/** What the sheets of a workbook are made of, as XML (ECMA-376 Part 1, section 18.3). */

import { xmlText } from './xml-text.ts';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_HEAD = `${XML_HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`;

/** Indexes of the formats of cells; `workbook.ts` lists them. */
export const FORMATS = { general: 0, text: 1, bold: 2 } as const;

const LETTERS = 26;
const FIRST_LETTER = 65;

/** Name of a column; `index` counts from 0. After Z comes AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / LETTERS);
  const last = String.fromCharCode(FIRST_LETTER + (index % LETTERS));
  return rest === 0 ? last : columnLetters(rest - 1) + last;
}

/** The XML of a cell at a place such as `AA2`. */
export type Cell = (place: string) => string;

/** A cell with a number, which may be the text of one. */
export function numberCell(value: number | string): Cell {
  return (place) => `<c r="${place}"><v>${value}</v></c>`;
}

export function textCell(text: string, format: number = FORMATS.text): Cell {
  // Without the attribute, readers may leave out blanks at either end.
  const space = /^ |[\t\n]| $/.test(text) ? ' xml:space="preserve"' : '';
  return (place) => `<c r="${place}" s="${format}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

/** A row of a sheet, numbered from 1. Cells that are null are left out. */
export function sheetRow(row: number, cells: readonly (Cell | null)[]): string {
  const written = cells.map((cell, index) => (cell ? cell(`${columnLetters(index)}${row}`) : ''));
  return `<row r="${row}">${written.join('')}</row>`;
}

/** An element `col`; `index` counts from 0, and `width` is in characters. The format is that of cells without a value. */
export function columnElement(index: number, width: number, format: number = FORMATS.general): string {
  const style = format === FORMATS.general ? '' : ` style="${format}"`;
  return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`;
}

/** What the sheets of a workbook are made of, as XML (ECMA-376 Part 1, section 18.3). */

import { textElement } from './xml-text.ts';

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

/** A row of a sheet, numbered from 1. Cells that are null are left out. */
export function sheetRow(row: number, cells: readonly (SheetCell | null)[]): string {
  const written = cells.map((cell, index) => {
    if (!cell) return '';
    const { value, format = FORMATS.text } = cell;
    const place = `${columnLetters(index)}${row}`;
    return typeof value === 'number' ? numberCell(place, value) : textCell(place, value, format);
  });
  return `<row r="${row}">${written.join('')}</row>`;
}

/** A cell with a number, in the general format; `place` is such as `AA2`. */
export function numberCell(place: string, value: number | string): string {
  return `<c r="${place}"><v>${value}</v></c>`;
}

export function textCell(place: string, text: string, format: number = FORMATS.text): string {
  return `<c r="${place}" s="${format}" t="inlineStr"><is>${textElement(text)}</is></c>`;
}

/** A cell of a sheet; texts are in the format of texts if there is no other. */
export interface SheetCell {
  value: string | number;
  format?: number;
}

/** An element `col`; `index` counts from 0, and `width` is in characters. The format is that of cells without a value. */
export function columnElement(index: number, width: number, format: number = FORMATS.general): string {
  const style = format === FORMATS.general ? '' : ` style="${format}"`;
  return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`;
}

import type { Dataset } from '../../../model.ts';
import { type Cell, columnElement, FORMATS, numberCell, SHEET_HEAD, sheetRow, textCell } from './sheet.ts';

const HEADER = ['Column', 'Title', 'Type', 'Unit', 'Nulls', 'Numbers as text', 'Description'];
const WIDTHS = [24, 24, 12, 16, 10, 18, 60];

const bold = (text: string): Cell => textCell(text, FORMATS.bold);
/** A text cell; null if the text is absent or empty. */
const optional = (text: string | undefined): Cell | null => (text ? textCell(text) : null);

/** XML of the sheet that describes the dataset and its columns. `numberTexts` counts the numbers written as text in each column. */
export function columnSheet(dataset: Dataset, numberTexts: readonly number[]): string {
  const { name, description, source, url, license, rowCount, profiles, columns } = dataset;
  const rows: (Cell | null)[][] = [
    [bold('Title'), textCell(name)],
    [bold('Description'), textCell(description)],
    [bold('Source'), textCell(source)],
    [bold('URL'), textCell(url)],
    [bold('Licence'), textCell(license)],
    [bold('Records'), numberCell(rowCount)],
  ];
  if (numberTexts.some((count) => count > 0)) rows.push([bold('Numbers as text'), textCell(WHY_TEXT)]);
  rows.push([], HEADER.map(bold));
  for (const [index, profile] of profiles.entries()) {
    const column = columns.get(profile.name);
    rows.push([
      textCell(profile.name),
      optional(column?.title),
      textCell(profile.type),
      optional(column?.unit),
      numberCell(profile.nullCount),
      profile.type === 'object' ? null : numberCell(numberTexts[index] ?? 0),
      optional(column?.description),
    ]);
  }
  const widths = WIDTHS.map((width, index) => columnElement(index, width));
  const written = rows.map((cells, index) => sheetRow(index + 1, cells));
  return (
    `${SHEET_HEAD}<sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
    `<cols>${widths.join('')}</cols><sheetData>${written.join('')}</sheetData></worksheet>`
  );
}

const WHY_TEXT =
  'Spreadsheets keep 15 significant digits of a number. Numbers with more digits are stored as text, so sums and charts ignore them.';

import type { Dataset } from '../../../model.ts';
import { columnElement, FORMATS, SHEET_HEAD, type SheetCell, sheetRow } from './sheet.ts';

const HEADER = ['Column', 'Title', 'Type', 'Unit', 'Nulls', 'Numbers as text', 'Description'];
const WIDTHS = [24, 24, 12, 16, 10, 18, 60];

const text = (value: string): SheetCell => ({ value });
const bold = (value: string): SheetCell => ({ value, format: FORMATS.bold });

/**
 * The sheet that says what the records are: what is known about the dataset, then its columns. `numberTexts` has for each column the number of
 * its numbers that are written as text.
 */
export function columnSheet(dataset: Dataset, numberTexts: readonly number[]): string {
  const { name, description, source, url, license, rowCount, profiles, columns } = dataset;
  const rows: (SheetCell | null)[][] = [
    [bold('Title'), text(name)],
    [bold('Description'), text(description)],
    [bold('Source'), text(source)],
    [bold('URL'), text(url)],
    [bold('Licence'), text(license)],
    [bold('Records'), { value: rowCount }],
  ];
  if (numberTexts.some((count) => count > 0)) rows.push([bold('Numbers as text'), text(WHY_TEXT)]);
  rows.push([], HEADER.map(bold));
  for (const [index, profile] of profiles.entries()) {
    const column = columns.get(profile.name);
    rows.push([
      text(profile.name),
      column?.title === undefined ? null : text(column.title),
      text(profile.type),
      column?.unit === undefined ? null : text(column.unit),
      { value: profile.nullCount },
      profile.type === 'object' ? null : { value: numberTexts[index] ?? 0 },
      column?.description ? text(column.description) : null,
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
  'Spreadsheets keep 15 significant digits of a number. Numbers with more are texts here, which sums and charts leave out.';

import type { RecordColumn } from '../../records/record-writer.ts';
import { columnElement, columnLetters, FORMATS, SHEET_HEAD, sheetRow, textCell } from './sheet.ts';

/** Limits of the column width, and the width of the filter button next to a column name, in characters. */
const MAX_WIDTH = 60;
const MIN_WIDTH = 8;
const BUTTON = 3;

/** Reference to all cells of the sheet, including the header; absolute if `dollar` is `$`. `count` is the number of records. */
export function rangeOf(columns: number, count: number, dollar = ''): string {
  return `${dollar}A${dollar}1:${dollar}${columnLetters(columns - 1)}${dollar}${count + 1}`;
}

/** XML before the records, with a frozen header row and with columns sized to fit their names and values. */
export function sheetStart(columns: readonly RecordColumn[], count: number): string {
  const widths = columns.map(({ name, type, longest }, index) => {
    const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, name.length + BUTTON, longest + 1));
    return columnElement(index, width, type === 'object' ? FORMATS.text : FORMATS.general);
  });
  const header = columns.map(({ name }) => textCell(name, FORMATS.bold));
  return (
    `${SHEET_HEAD}<dimension ref="${rangeOf(columns.length, count)}"/>` +
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${sheetRow(1, header)}`
  );
}

/** XML after the records. In text columns, it turns off the warning about numbers stored as text. */
export function sheetEnd(columns: readonly Pick<RecordColumn, 'type'>[], count: number): string {
  const ranges = columns.flatMap(({ type }, index) => {
    if (type !== 'object' || columns[index - 1]?.type === 'object') return [];
    const next = columns.findIndex((column, at) => at > index && column.type !== 'object');
    const last = next < 0 ? columns.length - 1 : next - 1;
    return `${columnLetters(index)}2:${columnLetters(last)}${count + 1}`;
  });
  const ignored = ranges.map((range) => `<ignoredError sqref="${range}" numberStoredAsText="1"/>`).join('');
  const isIgnored = ranges.length > 0 && count > 0;
  return (
    `</sheetData><autoFilter ref="${rangeOf(columns.length, count)}"/>` +
    `${isIgnored ? `<ignoredErrors>${ignored}</ignoredErrors>` : ''}</worksheet>`
  );
}

/** The start and the end of the sheet with the records, as XML. */

import type { RecordColumn } from '../../records/record-writer.ts';
import { columnElement, columnLetters, FORMATS, SHEET_HEAD, sheetRow, textCell } from './sheet.ts';

/** Characters that columns show at most and at least, and the room for the button of the filter beside a name. */
const MAX_WIDTH = 60;
const MIN_WIDTH = 8;
const BUTTON = 3;

/** All cells of the sheet, its header included; `count` is the number of records. */
export function rangeOf(columns: number, count: number, dollar = ''): string {
  return `${dollar}A${dollar}1:${dollar}${columnLetters(columns - 1)}${dollar}${count + 1}`;
}

/** Everything before the records: a header that stays in view, and widths that show most values. */
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

/** Everything after the records. Spreadsheets would mark the texts that look like numbers; in columns of text, they are right. */
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

import { downloadFile } from '../../../contract/routes.ts';
import type { Dataset, Output } from '../../../model.ts';
import type { RecordFormat, RecordPages, RecordWriter } from '../../records/record-writer.ts';
import { columnSheet } from './column-sheet.ts';
import { fitsWorkbook } from './limits.ts';
import { recordRows } from './record-rows.ts';
import { sheetEnd, sheetStart } from './record-sheet.ts';
import { COLUMN_SHEET, CONSTANT_FILES, PROPERTIES, properties, RECORD_SHEET, WORKBOOK, workbook } from './workbook.ts';
import { zipFile } from './zip.ts';

/** Rows are compressed in blocks of about this many characters. Smaller blocks would compress less well. */
const BLOCK_LENGTH = 1 << 18;

/** Office Open XML for spreadsheets (ECMA-376, fifth edition): one sheet for the records and one that describes the dataset. */
export const XLSX: RecordFormat = {
  isOnePiece: true,
  fits: fitsWorkbook,
  open: workbookWriter,
  join(dataset, [describe], output) {
    (describe as (dataset: Dataset) => void)(dataset);
    return { format: 'xlsx', ...output.joinParts(downloadFile('xlsx', dataset.config), 1) };
  },
};

/**
 * Writes a workbook. Keeps only one block of rows in memory. The summary is a function that finishes the workbook: it ends the record
 * sheet, and adds the column sheet and the document properties.
 */
function workbookWriter(output: Output, { collection, columns, count }: RecordPages): RecordWriter {
  const zip = zipFile(output.part(downloadFile('xlsx', collection.config), 0), output.zlib);
  const rows = recordRows(columns);
  const addFile = (name: string, text: string): void => {
    zip.begin(name);
    zip.append(text, true);
  };
  for (const [name, text] of Object.entries(CONSTANT_FILES)) zip.addConstant(name, text);
  addFile(WORKBOOK, workbook(columns.length, count));
  zip.begin(RECORD_SHEET);
  let xml = sheetStart(columns, count);
  /** Number of the last row so far; the header is row 1. */
  let row = 1;
  const describe = (dataset: Dataset): void => {
    zip.append(xml + sheetEnd(dataset.profiles, dataset.rowCount), true);
    addFile(COLUMN_SHEET, columnSheet(dataset, rows.numberTexts));
    addFile(PROPERTIES, properties(dataset));
    zip.end();
  };
  return {
    add({ bytes, start, end }) {
      // JSON escapes line feeds in strings, so every line is one record.
      for (const json of bytes.toString('utf8', start, end).split('\n')) {
        row += 1;
        xml += rows.toXml(json, row);
        if (xml.length < BLOCK_LENGTH) continue;
        zip.append(xml, false);
        xml = '';
      }
    },
    end: () => describe,
  };
}

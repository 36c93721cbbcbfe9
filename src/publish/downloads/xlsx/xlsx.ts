import { downloadFile } from '../../../contract/routes.ts';
import type { Dataset, Output } from '../../../model.ts';
import type { EncodedRecords, RecordFormat, RecordPages, RecordWriter } from '../../records/record-writer.ts';
import { columnSheet } from './column-sheet.ts';
import { fitsWorkbook } from './limits.ts';
import { RecordRows } from './record-rows.ts';
import { sheetEnd, sheetStart } from './record-sheet.ts';
import { COLUMN_SHEET, CONSTANT_FILES, PROPERTIES, properties, RECORD_SHEET, WORKBOOK, workbook } from './workbook.ts';
import { ZipFile } from './zip.ts';

/** Rows are compressed in blocks of about this many characters. Smaller blocks would compress less well. */
const BLOCK_LENGTH = 1 << 18;

/** Office Open XML for spreadsheets (ECMA-376, fifth edition): one sheet for the records and one that describes the dataset. */
export const XLSX: RecordFormat = {
  isOnePiece: true,
  alignment: () => 1,
  fits: fitsWorkbook,
  open: (output, pages) => new WorkbookWriter(output, pages),
  join(dataset, [writer], output) {
    (writer as WorkbookWriter).describe(dataset);
    return { format: 'xlsx', ...output.joinParts(downloadFile('xlsx', dataset.config), 1) };
  },
};

/** Writes a workbook. Keeps only one block of rows in memory. */
class WorkbookWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #zip: ZipFile;
  readonly #rows: RecordRows;
  #xml: string;
  /** Number of the last row so far; the header is row 1. */
  #row = 1;

  constructor(output: Output, { collection, columns, count }: RecordPages) {
    this.#zip = new ZipFile(output.part(downloadFile('xlsx', collection.config), 0), output.zlib);
    this.#rows = new RecordRows(columns);
    for (const [name, text] of Object.entries(CONSTANT_FILES)) this.#zip.addConstant(name, text);
    this.#add(WORKBOOK, workbook(columns.length, count));
    this.#zip.begin(RECORD_SHEET);
    this.#xml = sheetStart(columns, count);
  }

  add({ bytes, start, end }: EncodedRecords): void {
    // JSON escapes line feeds in strings, so every line is one record.
    for (const json of bytes.toString('utf8', start, end).split('\n')) {
      this.#row += 1;
      this.#xml += this.#rows.toXml(json, this.#row);
      if (this.#xml.length < BLOCK_LENGTH) continue;
      this.#zip.append(this.#xml, false);
      this.#xml = '';
    }
  }

  /** Returns the writer itself, which `join` uses to finish the workbook. */
  end(): WorkbookWriter {
    return this;
  }

  /** Finishes the workbook: ends the record sheet, and adds the column sheet and the document properties. */
  describe(dataset: Dataset): void {
    this.#zip.append(this.#xml + sheetEnd(dataset.profiles, dataset.rowCount), true);
    this.#add(COLUMN_SHEET, columnSheet(dataset, this.#rows.numberTexts));
    this.#add(PROPERTIES, properties(dataset));
    this.#zip.end();
  }

  #add(name: string, text: string): void {
    this.#zip.begin(name);
    this.#zip.append(text, true);
  }
}

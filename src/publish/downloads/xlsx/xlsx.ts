import { downloadFile } from '../../../contract/routes.ts';
import type { Dataset, Output } from '../../../model.ts';
import type { EncodedRecords, RecordFormat, RecordPages, RecordWriter } from '../../records/record-writer.ts';
import { columnSheet } from './column-sheet.ts';
import { fitsWorkbook } from './limits.ts';
import { RecordRows } from './record-rows.ts';
import { sheetEnd, sheetStart } from './record-sheet.ts';
import { COLUMN_SHEET, CONSTANT_FILES, PROPERTIES, properties, RECORD_SHEET, WORKBOOK, workbook } from './workbook.ts';
import { ZipFile } from './zip.ts';

/** Rows are compressed once they have this number of characters. Smaller blocks compress worse. */
const BLOCK_LENGTH = 1 << 18;

/** Office Open XML for spreadsheets (ECMA-376, fifth edition): one sheet with the records, and one that says what they are. */
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

/** Writes the sheet of the records. Holds one block of rows at a time. */
class WorkbookWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #zip: ZipFile;
  readonly #rows: RecordRows;
  #xml: string;
  /** Number of the sheet's last row; the header is the first. */
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
    // JSON escapes the line feeds of texts.
    for (const json of bytes.toString('utf8', start, end).split('\n')) {
      this.#row += 1;
      this.#xml += this.#rows.toXml(json, this.#row);
      if (this.#xml.length < BLOCK_LENGTH) continue;
      this.#zip.append(this.#xml, false);
      this.#xml = '';
    }
  }

  /** What comes after the rows needs the dataset. */
  end(): WorkbookWriter {
    return this;
  }

  /** Writes what comes after the rows: the end of the sheet, and what the records are. */
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

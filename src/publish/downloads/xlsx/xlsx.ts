import { downloadFile } from '../../../contract/routes.ts';
import type { Dataset, FilePart, Zlib } from '../../../model.ts';
import type {
  EncodedRecords,
  PartPlace,
  PartSummary,
  RecordFormat,
  RecordPages,
  RecordWriter,
} from '../../records/record-writer.ts';
import { groupRecords } from '../group-records.ts';
import { columnSheet } from './column-sheet.ts';
import { fitsWorkbook } from './limits.ts';
import { RecordRows } from './record-rows.ts';
import { sheetEnd, sheetStart } from './record-sheet.ts';
import { COLUMN_SHEET, filesBefore, PROPERTIES, properties, RECORD_SHEET } from './workbook.ts';
import { centralDirectory, type Deflated, deflate, joined, localHeader, zipped } from './zip.ts';

/** Rows are compressed once they have this number of characters. Smaller blocks compress worse. */
const BLOCK_LENGTH = 1 << 18;

/**
 * Office Open XML for spreadsheets (ECMA-376, fifth edition): one sheet with the records, and one that says what they are. Threads only deflate
 * rows, in blocks that know nothing of each other (RFC 1951, section 3.2.3); a block begins at every multiple of some number of records, so that
 * the bytes are the same however the dataset is divided. What is around the rows is made at last, as part 0 of the file and as its end.
 */
export const XLSX: RecordFormat = {
  alignment: groupRecords,
  fits: fitsWorkbook,
  open(output, pages, place) {
    const part = output.part(downloadFile('xlsx', pages.collection.config), place.number + 1);
    return new SheetWriter(part, pages, place, output.zlib);
  },
  join(dataset, summaries, output) {
    const path = downloadFile('xlsx', dataset.config);
    const { before, after } = aroundRows(dataset, summaries as readonly SheetPart[], output.zlib);
    const first = output.part(path, 0);
    first.write(before);
    first.end();
    return { format: 'xlsx', ...output.joinParts(path, summaries.length + 1, () => after) };
  },
};

/** Rows of one part. */
interface SheetPart {
  blocks: readonly Deflated[];
  /** For each column, the number of its numbers that are text. */
  numberTexts: readonly number[];
}

/** Writes the rows of a part. Holds one block of them at a time. */
class SheetWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #part: FilePart;
  readonly #zlib: Zlib;
  readonly #rows: RecordRows;
  readonly #groupRecords: number;
  readonly #blocks: Deflated[] = [];
  #xml: string;
  #row: number;

  constructor(part: FilePart, { site, columns, count }: RecordPages, { number, firstRow }: PartPlace, zlib: Zlib) {
    this.#part = part;
    this.#zlib = zlib;
    this.#rows = new RecordRows(columns);
    this.#groupRecords = groupRecords(site, columns.length);
    this.#xml = number === 0 ? sheetStart(columns, count) : '';
    this.#row = firstRow;
  }

  add({ bytes, start, end }: EncodedRecords): void {
    // JSON escapes the line feeds of texts.
    for (const json of bytes.toString('utf8', start, end).split('\n')) {
      this.#row += 1;
      this.#xml += this.#rows.toXml(json, this.#row + 1);
      if (this.#xml.length >= BLOCK_LENGTH || this.#row % this.#groupRecords === 0) this.#writeBlock();
    }
  }

  end(): PartSummary {
    if (this.#xml !== '') this.#writeBlock();
    this.#part.end();
    return { blocks: this.#blocks, numberTexts: this.#rows.numberTexts } satisfies SheetPart;
  }

  #writeBlock(): void {
    const { bytes, counts } = deflate(this.#xml, false, this.#zlib);
    this.#part.write(bytes);
    this.#blocks.push(counts);
    this.#xml = '';
  }
}

/** What comes before the rows: the small files, and the header of the sheet; and after them: the end of the sheet, the other files, and the list of all. */
function aroundRows(
  dataset: Dataset,
  parts: readonly SheetPart[],
  zlib: Zlib,
): { before: Uint8Array; after: Uint8Array } {
  const { profiles, rowCount } = dataset;
  const end = deflate(sheetEnd(profiles, rowCount), true, zlib);
  const sheet = { name: RECORD_SHEET, ...joined([...parts.flatMap(({ blocks }) => blocks), end.counts], zlib) };
  const numberTexts = profiles.map((_, index) =>
    parts.reduce((sum, part) => sum + (part.numberTexts[index] as number), 0),
  );
  const zip = (files: readonly (readonly [path: string, text: string])[]): ReturnType<typeof zipped>[] =>
    files.map(([path, text]) => zipped(path, text, zlib));
  const first = zip(filesBefore(profiles.length, rowCount));
  const last = zip([
    [COLUMN_SHEET, columnSheet(dataset, numberTexts)],
    [PROPERTIES, properties(dataset)],
  ]);
  const entries = [...first.map(({ entry }) => entry), sheet, ...last.map(({ entry }) => entry)];
  return {
    before: Buffer.concat([...first.map(({ bytes }) => bytes), localHeader(sheet)]),
    after: Buffer.concat([end.bytes, ...last.map(({ bytes }) => bytes), centralDirectory(entries)]),
  };
}

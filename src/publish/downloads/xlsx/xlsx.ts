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
import {
  centralDirectory,
  type Deflated,
  dataDescriptor,
  deflate,
  joined,
  localHeader,
  type ZipEntry,
  zipped,
} from './zip.ts';

/** Rows are compressed once they have this number of characters. Smaller blocks compress worse. */
const BLOCK_LENGTH = 1 << 18;

/**
 * Office Open XML for spreadsheets (ECMA-376, fifth edition): one sheet with the records, and one that says what they are. Every part holds rows that are
 * already deflated, in blocks that know nothing of each other (RFC 1951, section 3.2.3); and a block begins at every multiple of some number of
 * records, so that the bytes are the same however the dataset is divided.
 */
export const XLSX: RecordFormat = {
  alignment: groupRecords,
  fits: fitsWorkbook,
  open(output, pages, place) {
    const part = output.part(downloadFile('xlsx', pages.collection.config), place.number);
    return new SheetWriter(part, pages, place, output.zlib);
  },
  join(dataset, summaries, output) {
    const path = downloadFile('xlsx', dataset.config);
    const end = fileEnd(dataset, summaries as readonly SheetPart[], output.zlib);
    return { format: 'xlsx', ...output.joinParts(path, summaries.length, () => end) };
  },
};

interface SheetPart {
  /** The small files, which only the first part has. */
  entries: readonly ZipEntry[];
  /** The rows. */
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
  #entries: readonly ZipEntry[] = [];
  #xml = '';
  #row: number;

  constructor(part: FilePart, { site, columns, count }: RecordPages, { number, firstRow }: PartPlace, zlib: Zlib) {
    this.#part = part;
    this.#zlib = zlib;
    this.#rows = new RecordRows(columns);
    this.#groupRecords = groupRecords(site, columns.length);
    this.#row = firstRow;
    if (number > 0) return;
    const { entries, bytes } = zipped(filesBefore(columns.length, count), zlib);
    part.write(Buffer.concat([bytes, localHeader(RECORD_SHEET)]));
    this.#entries = entries;
    this.#xml = sheetStart(columns, count);
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
    return { entries: this.#entries, blocks: this.#blocks, numberTexts: this.#rows.numberTexts } satisfies SheetPart;
  }

  #writeBlock(): void {
    const { bytes, counts } = deflate(this.#xml, false, this.#zlib);
    this.#part.write(bytes);
    this.#blocks.push(counts);
    this.#xml = '';
  }
}

/** What comes after the rows: the end of the sheet, the other files, and the list of all. */
function fileEnd(dataset: Dataset, parts: readonly SheetPart[], zlib: Zlib): Uint8Array {
  const { profiles, rowCount } = dataset;
  const end = deflate(sheetEnd(profiles, rowCount), true, zlib);
  const sheet = { name: RECORD_SHEET, ...joined([...parts.flatMap(({ blocks }) => blocks), end.counts], zlib) };
  const numberTexts = profiles.map((_, index) =>
    parts.reduce((sum, part) => sum + (part.numberTexts[index] as number), 0),
  );
  const described = { [COLUMN_SHEET]: columnSheet(dataset, numberTexts), [PROPERTIES]: properties(dataset) };
  const { entries, bytes } = zipped(described, zlib);
  const directory = centralDirectory([...parts.flatMap((part) => part.entries), sheet, ...entries]);
  return Buffer.concat([end.bytes, dataDescriptor(sheet), bytes, directory]);
}

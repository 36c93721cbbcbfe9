import { Deflate, deflateRaw, Z_SYNC_FLUSH } from 'pako';
import { downloadFile } from '../../../contract/routes.ts';
import type { Dataset, FilePart, JoinedFile } from '../../../model.ts';
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
import { combineCrc32, crc32 } from './crc-32.ts';
import { fitsWorkbook } from './limits.ts';
import { sheetEnd, sheetStart } from './record-sheet.ts';
import { RowBuffer } from './row-buffer.ts';
import { COLUMN_SHEET, filesBefore, PROPERTIES, properties, RECORD_SHEET } from './workbook.ts';
import { centralDirectory, dataDescriptor, localHeader, type ZipEntry, zipped } from './zip.ts';

/** Rows are compressed once they have this number of bytes. Smaller blocks compress worse. */
const BLOCK_BYTES = 1 << 18;
/** At level 6 the file would have a fourteenth fewer bytes, for half as much time again. */
const COMPRESSION = { raw: true, level: 4, chunkSize: BLOCK_BYTES } as const;
const LINE_FEED = 0x0a;

/**
 * Office Open XML for spreadsheets (ECMA-376, fifth edition): one sheet with the records, and one that says what they are. Every part holds rows that are
 * already compressed. They are compressed in blocks that know nothing of each other (RFC 1951, section 3.2.3), and a block begins at every
 * multiple of some number of records, so that the bytes are the same however the dataset is divided.
 */
export const XLSX: RecordFormat = {
  alignment: groupRecords,
  fits: fitsWorkbook,
  open(output, pages, place) {
    const part = output.part(downloadFile('xlsx', pages.collection.config), place.number);
    return new SheetWriter(part, pages, place);
  },
  join(dataset, summaries, output) {
    const parts = summaries as readonly SheetPart[];
    const path = downloadFile('xlsx', dataset.config);
    const file = output.joinParts(path, parts.length, (joined) => fileEnd(dataset, parts, joined));
    return { format: 'xlsx', ...file };
  },
};

/** Rows of one part: the CRC-32 and the number of their bytes before they were compressed. */
interface SheetPart {
  crc: number;
  size: number;
  /** For each column, the number of its numbers that are text. */
  numberTexts: readonly number[];
}

/** Writes the rows of a part. Holds one block of them at a time. */
class SheetWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #part: FilePart;
  readonly #rows: RowBuffer;
  readonly #groupRecords: number;
  #row: number;
  #crc = 0;
  #size = 0;

  constructor(part: FilePart, { site, columns, count }: RecordPages, { number, firstRow }: PartPlace) {
    this.#part = part;
    this.#rows = new RowBuffer(columns, BLOCK_BYTES * 2);
    this.#groupRecords = groupRecords(site, columns.length);
    this.#row = firstRow;
    if (number > 0) return;
    part.write(fileStart(columns.length, count).bytes);
    this.#compress(Buffer.from(sheetStart(columns, count)));
  }

  add({ bytes, start, end, count }: EncodedRecords): void {
    let from = start;
    for (let record = 1; record <= count; record += 1) {
      // A comma and a line feed follow each record but the last; JSON escapes line feeds.
      const to = record < count ? bytes.indexOf(LINE_FEED, from) + 1 : end;
      this.#row += 1;
      this.#rows.add(bytes, from, to, this.#row + 1);
      from = to;
      if (this.#rows.length >= BLOCK_BYTES || this.#row % this.#groupRecords === 0) this.#writeBlock();
    }
  }

  end(): PartSummary {
    if (this.#rows.length > 0) this.#writeBlock();
    this.#part.end();
    return { crc: this.#crc, size: this.#size, numberTexts: this.#rows.numberTexts } satisfies SheetPart;
  }

  #writeBlock(): void {
    this.#compress(this.#rows.bytes.subarray(0, this.#rows.length));
    this.#rows.length = 0;
  }

  /** Writes bytes as a block that is not the last one, and ends with a whole byte. */
  #compress(bytes: Buffer): void {
    this.#crc = crc32(bytes, this.#crc);
    this.#size += bytes.length;
    const deflate = new Deflate(COMPRESSION);
    deflate.onData = (compressed) => this.#part.write(compressed as Uint8Array);
    deflate.push(bytes, Z_SYNC_FLUSH);
  }
}

/** What comes before the rows: the small files, and the header of the sheet. */
function fileStart(columns: number, count: number): { bytes: Buffer; entries: ZipEntry[]; sheet: ZipEntry } {
  const chunks: Buffer[] = [];
  let offset = 0;
  const entries = filesBefore(columns, count).map(([name, text]) => {
    const { entry, bytes } = zipped(name, text, offset);
    chunks.push(bytes);
    offset += bytes.length;
    return entry;
  });
  const sheet = { name: RECORD_SHEET, crc: 0, size: 0, deflatedSize: 0, isStreamed: true, offset };
  return { bytes: Buffer.concat([...chunks, localHeader(sheet)]), entries, sheet };
}

/** What comes after the rows: the end of the sheet, the other files, and the list of all. */
function fileEnd(dataset: Dataset, parts: readonly SheetPart[], { bytes }: Pick<JoinedFile, 'bytes'>): Uint8Array {
  const { profiles, rowCount } = dataset;
  const start = fileStart(profiles.length, rowCount);
  const rest = Buffer.from(sheetEnd(profiles, rowCount));
  const compressed = deflateRaw(rest);
  const last: SheetPart = { crc: crc32(rest), size: rest.length, numberTexts: [] };
  const whole = [...parts, last].reduce((joined, { crc, size }) => ({
    crc: combineCrc32(joined.crc, crc, size),
    size: joined.size + size,
    numberTexts: [],
  }));
  const deflatedSize = bytes - start.bytes.length + compressed.length;
  const sheet = { ...start.sheet, crc: whole.crc, size: whole.size, deflatedSize };
  const descriptor = dataDescriptor(sheet);
  const numberTexts = profiles.map((_, index) =>
    parts.reduce((sum, part) => sum + (part.numberTexts[index] as number), 0),
  );
  const described = zipped(
    COLUMN_SHEET,
    columnSheet(dataset, numberTexts),
    bytes + compressed.length + descriptor.length,
  );
  const own = zipped(PROPERTIES, properties(dataset), described.entry.offset + described.bytes.length);
  const entries = [...start.entries, sheet, described.entry, own.entry];
  const directory = centralDirectory(entries, own.entry.offset + own.bytes.length);
  return Buffer.concat([compressed, descriptor, described.bytes, own.bytes, directory]);
}

/**
 * The pieces of a ZIP file (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4), without encryption and without ZIP64. Libraries write whole files,
 * whereas the pieces of this one are written by several threads. Times are always the earliest there is, so that the same entries have the same bytes.
 */

import { deflateRaw } from 'pako';
import { crc32 } from './crc-32.ts';

/** An entry as the central directory lists it. */
export interface ZipEntry {
  /** ASCII. */
  name: string;
  crc: number;
  /** Bytes, and those of the deflated form. */
  size: number;
  deflatedSize: number;
  /** The sizes are not in the header before the data, but in a data descriptor after it. */
  isStreamed: boolean;
  /** Where its header begins in the file, in bytes. */
  offset: number;
}

const [LOCAL_HEADER, DESCRIPTOR, CENTRAL_HEADER, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
/** What a reader must know to unpack deflated files: version 2.0. */
const VERSION = 20;
/** Bit 3 of the general purpose flags. */
const HAS_DESCRIPTOR = 1 << 3;
const DEFLATED = 8;
/** 1 January 1980 as MS-DOS has it; the time is 0. */
const EARLIEST_DATE = (1 << 5) | 1;
/** No field holds a larger number. */
const MOST_BYTES = 0xffffffff;

/** The bytes of a header field by field, each of two or four bytes. */
class Fields {
  readonly #bytes: number[] = [];

  two(...values: readonly number[]): this {
    for (const value of values) this.#bytes.push(value & 255, value >>> 8);
    return this;
  }

  four(...values: readonly number[]): this {
    for (const value of values) {
      if (value > MOST_BYTES) throw new Error(`${value} bytes do not fit into a ZIP file`);
      this.two(value & 0xffff, value >>> 16);
    }
    return this;
  }

  followedBy(name = ''): Buffer {
    return Buffer.concat([Uint8Array.from(this.#bytes), Buffer.from(name)]);
  }
}

/** A small file as an entry that begins at `offset`, with its bytes. */
export function zipped(name: string, text: string, offset: number): { entry: ZipEntry; bytes: Buffer } {
  const content = Buffer.from(text);
  const deflated = deflateRaw(content);
  const entry = {
    name,
    crc: crc32(content),
    size: content.length,
    deflatedSize: deflated.length,
    isStreamed: false,
    offset,
  };
  return { entry, bytes: Buffer.concat([localHeader(entry), deflated]) };
}

/** The header before an entry's data. */
export function localHeader(entry: Omit<ZipEntry, 'offset'>): Buffer {
  const known = entry.isStreamed ? { ...entry, crc: 0, size: 0, deflatedSize: 0 } : entry;
  return describe(new Fields().four(LOCAL_HEADER), known).two(0).followedBy(entry.name);
}

/** What follows the data of a streamed entry. */
export function dataDescriptor({ crc, size, deflatedSize }: ZipEntry): Buffer {
  return new Fields().four(DESCRIPTOR, crc, deflatedSize, size).followedBy();
}

/** The end of a file, which lists the entries; it begins at `offset`. */
export function centralDirectory(entries: readonly ZipEntry[], offset: number): Buffer {
  const headers = entries.map((entry) =>
    describe(new Fields().four(CENTRAL_HEADER).two(VERSION), entry)
      // No extra field, no comment, disk 0, no attributes.
      .two(0, 0, 0, 0)
      .four(0, entry.offset)
      .followedBy(entry.name),
  );
  const listed = Buffer.concat(headers);
  const end = new Fields().four(END).two(0, 0, entries.length, entries.length).four(listed.length, offset).two(0);
  return Buffer.concat([listed, end.followedBy()]);
}

/** Adds the fields that both headers of an entry have, up to the length of its name. */
function describe(fields: Fields, { name, crc, size, deflatedSize, isStreamed }: Omit<ZipEntry, 'offset'>): Fields {
  return fields
    .two(VERSION, isStreamed ? HAS_DESCRIPTOR : 0, DEFLATED, 0, EARLIEST_DATE)
    .four(crc, deflatedSize, size)
    .two(name.length);
}

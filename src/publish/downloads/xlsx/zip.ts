/**
 * The pieces of a ZIP file (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4), without encryption and without ZIP64. Libraries write whole files, whereas
 * several threads deflate the rows of a long sheet. Times are always the earliest there is, so that the same entries have the same bytes.
 */

import type { Zlib } from '../../../model.ts';

/** Deflated bytes, of which a header says how many they were. */
export interface Deflated {
  /** CRC-32 and number of the bytes before they were deflated. */
  crc: number;
  size: number;
  deflatedSize: number;
}

/** An entry as the central directory lists it. */
export interface ZipEntry extends Deflated {
  /** ASCII. */
  name: string;
}

const [LOCAL_HEADER, CENTRAL_HEADER, END] = [0x04034b50, 0x02014b50, 0x06054b50];
/** What a reader must know to unpack deflated files: version 2.0. */
const VERSION = 20;
const DEFLATED = 8;
/** 1 January 1980 as MS-DOS has it; the time is 0. */
const EARLIEST_DATE = (1 << 5) | 1;
/** No field holds a larger number. */
const MAX_BYTES = 0xffffffff;
/** Bytes of a local header without the name. */
const LOCAL_BYTES = 30;
const ZEROS = new Uint8Array(1 << 18);

/** Deflates a text, or a part of one unless `isLast`; parts follow each other as they are. */
export function deflate(text: string, isLast: boolean, zlib: Zlib): { bytes: Uint8Array; counts: Deflated } {
  const content = Buffer.from(text);
  const bytes = zlib.deflate(content, isLast);
  return { bytes, counts: { crc: zlib.crc32(content), size: content.length, deflatedSize: bytes.length } };
}

/** What the parts of an entry are together. */
export function joined(parts: readonly Deflated[], zlib: Zlib): Deflated {
  return parts.reduce((before, { crc, size, deflatedSize }) => ({
    crc: (moved(before.crc, size, zlib) ^ crc) >>> 0,
    size: before.size + size,
    deflatedSize: before.deflatedSize + deflatedSize,
  }));
}

/** What a CRC-32 adds to that of `size` bytes which follow. It adds the same whatever they are, so here they are zeros. */
function moved(before: number, size: number, { crc32 }: Zlib): number {
  let [after, alone] = [before, 0];
  for (let left = size; left > 0; left -= ZEROS.length) {
    const zeros = ZEROS.subarray(0, left);
    after = crc32(zeros, after);
    alone = crc32(zeros, alone);
  }
  return after ^ alone;
}

/** A small file as an entry, with its bytes. */
export function zipped(name: string, text: string, zlib: Zlib): { entry: ZipEntry; bytes: Buffer } {
  const { bytes, counts } = deflate(text, true, zlib);
  const entry = { name, ...counts };
  return { entry, bytes: Buffer.concat([localHeader(entry), bytes]) };
}

/** The header before an entry's data. */
export function localHeader(entry: ZipEntry): Buffer {
  return Buffer.from([...four(LOCAL_HEADER), ...describe(entry), ...two(0), ...Buffer.from(entry.name)]);
}

/** The end of a file that has these entries, in this order, and nothing else. */
export function centralDirectory(entries: readonly ZipEntry[]): Buffer {
  let offset = 0;
  const headers = entries.flatMap((entry) => {
    const start = offset;
    offset += LOCAL_BYTES + entry.name.length + entry.deflatedSize;
    // No extra field, no comment, disk 0, no attributes.
    const rest = [...two(0, 0, 0, 0), ...four(0, start), ...Buffer.from(entry.name)];
    return [...four(CENTRAL_HEADER), ...two(VERSION), ...describe(entry), ...rest];
  });
  const end = [...two(0, 0, entries.length, entries.length), ...four(headers.length, offset), ...two(0)];
  return Buffer.from([...headers, ...four(END), ...end]);
}

/** The fields that both headers of an entry have, up to the length of its name. */
function describe({ name, crc, size, deflatedSize }: ZipEntry): number[] {
  return [...two(VERSION, 0, DEFLATED, 0, EARLIEST_DATE), ...four(crc, deflatedSize, size), ...two(name.length)];
}

/** Fields of two bytes each. */
function two(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value & 255, value >>> 8]);
}

/** Fields of four bytes each. */
function four(...values: readonly number[]): number[] {
  const large = values.find((value) => value > MAX_BYTES);
  if (large !== undefined) throw new Error(`${large} bytes do not fit into a ZIP file`);
  return values.flatMap((value) => two(value & 0xffff, value >>> 16));
}

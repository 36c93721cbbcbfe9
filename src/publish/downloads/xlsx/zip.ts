/**
 * The pieces of a ZIP file (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4), without encryption and without ZIP64. Libraries write whole files, whereas
 * the pieces of this one are written by several threads. Times are always the earliest there is, so that the same entries have the same bytes.
 */

import type { Zlib } from '../../../model.ts';

/** Bytes that were deflated: their CRC-32 and their number, and the number that they became. */
export interface Deflated {
  crc: number;
  size: number;
  deflatedSize: number;
}

/** An entry as the central directory lists it. Its name is ASCII. */
export type ZipEntry = Deflated & { name: string };

const [LOCAL_HEADER, DESCRIPTOR, CENTRAL_HEADER, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
/** What a reader must know to unpack deflated files: version 2.0. */
const VERSION = 20;
/** Bit 3 of the general purpose flags: sizes are not in the header before the data, but in a data descriptor after it. */
const HAS_DESCRIPTOR = 1 << 3;
const DEFLATED = 8;
/** 1 January 1980 as MS-DOS has it; the time is 0. */
const EARLIEST_DATE = (1 << 5) | 1;
/** No field holds a larger number. */
const MAX_BYTES = 0xffffffff;
const ZEROS = new Uint8Array(1 << 18);

/** Deflates a text, or one part of several that follow each other, of which the last one ends the data. */
export function deflate(text: string, isLast: boolean, zlib: Zlib): { bytes: Uint8Array; counts: Deflated } {
  const content = Buffer.from(text);
  const bytes = zlib.deflate(content, isLast);
  return { bytes, counts: { crc: zlib.crc32(content), size: content.length, deflatedSize: bytes.length } };
}

/** What parts that follow each other are together. */
export function joined(parts: readonly Deflated[], { crc32 }: Zlib): Deflated {
  return parts.reduce((before, { crc, size, deflatedSize }) => {
    // A CRC-32 changes that of what follows by the same bits, whatever that is: here it is zeros.
    let [after, alone] = [before.crc, 0];
    for (let left = size; left > 0; left -= ZEROS.length) {
      const zeros = ZEROS.subarray(0, left);
      [after, alone] = [crc32(zeros, after), crc32(zeros, alone)];
    }
    const both = (after ^ alone ^ crc) >>> 0;
    return { crc: both, size: before.size + size, deflatedSize: before.deflatedSize + deflatedSize };
  });
}

/** Small files as entries that follow each other. */
export function zipped(files: Readonly<Record<string, string>>, zlib: Zlib): { entries: ZipEntry[]; bytes: Buffer } {
  const made = Object.entries(files).map(([name, text]) => ({ name, ...deflate(text, true, zlib) }));
  return {
    entries: made.map(({ name, counts }) => ({ name, ...counts })),
    bytes: Buffer.concat(made.flatMap(({ name, bytes, counts }) => [localHeader(name), bytes, dataDescriptor(counts)])),
  };
}

/** What is before the data of an entry. */
export function localHeader(name: string): Buffer {
  const unknown = { name, crc: 0, size: 0, deflatedSize: 0 };
  return Buffer.from([...four(LOCAL_HEADER), ...describe(unknown), ...two(0), ...Buffer.from(name)]);
}

/** What follows the data of an entry. */
export function dataDescriptor({ crc, size, deflatedSize }: Deflated): Buffer {
  return Buffer.from(four(DESCRIPTOR, crc, deflatedSize, size));
}

/** The end of a file that has these entries, in this order, and nothing else. */
export function centralDirectory(entries: readonly ZipEntry[]): Buffer {
  let offset = 0;
  const headers = entries.flatMap((entry) => {
    // No extra field, no comment, disk 0, no attributes.
    const rest = [...two(0, 0, 0, 0), ...four(0, offset), ...Buffer.from(entry.name)];
    offset += localHeader(entry.name).length + entry.deflatedSize + dataDescriptor(entry).length;
    return [...four(CENTRAL_HEADER), ...two(VERSION), ...describe(entry), ...rest];
  });
  const end = [...two(0, 0, entries.length, entries.length), ...four(headers.length, offset), ...two(0)];
  return Buffer.from([...headers, ...four(END), ...end]);
}

/** The fields that both headers of an entry have, up to the length of its name. */
function describe({ name, crc, size, deflatedSize }: ZipEntry): number[] {
  const how = two(VERSION, HAS_DESCRIPTOR, DEFLATED, 0, EARLIEST_DATE);
  return [...how, ...four(crc, deflatedSize, size), ...two(name.length)];
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

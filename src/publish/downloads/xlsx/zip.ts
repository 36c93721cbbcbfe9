import type { FilePart, Zlib } from '../../../model.ts';

/** Deflated bytes, with the size of the original bytes and the CRC-32 of all original bytes of the entry so far. */
interface Deflated {
  crc: number;
  size: number;
  bytes: Uint8Array;
}

interface ZipEntry extends Omit<Deflated, 'bytes'> {
  /** ASCII only. */
  name: string;
  /** Offset of the local header in the file. */
  offset: number;
  deflatedSize: number;
}

const [LOCAL_HEADER, DESCRIPTOR, CENTRAL_HEADER, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
/** ZIP version needed to extract deflated entries: 2.0. */
const VERSION = 20;
/** Bit 3 of the general purpose flags: the CRC and sizes are in a data descriptor after the data, not in the local header. */
const HAS_DESCRIPTOR = 1 << 3;
const DEFLATED = 8;
/** 1 January 1980 in MS-DOS format; the time is 0. */
const EARLIEST_DATE = (1 << 5) | 1;
/** Largest value of a four-byte field. */
const MAX_BYTES = 0xffffffff;

/** Cache of deflated texts that are the same in many files. */
const constants = new Map<string, Deflated>();

/**
 * Streams a ZIP file (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4) without encryption or ZIP64.
 * All timestamps are the earliest possible, so equal entries produce equal bytes.
 */
export function zipFile(file: FilePart, zlib: Zlib) {
  const entries: ZipEntry[] = [];
  let pending: Uint8Array[] = [];
  let length = 0;
  const push = (bytes: Uint8Array | readonly number[]): void => {
    pending.push(bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes));
    length += bytes.length;
  };
  const flush = (): void => {
    file.write(Buffer.concat(pending));
    pending = [];
  };
  const deflate = (text: string, isLast: boolean, before?: number): Deflated => {
    const content = Buffer.from(text);
    return { crc: zlib.crc32(content, before), size: content.length, bytes: zlib.deflate(content, isLast) };
  };
  const appendDeflated = ({ crc, size, bytes }: Deflated, isLast: boolean): void => {
    const entry = entries.at(-1) as ZipEntry;
    entry.crc = crc;
    entry.size += size;
    entry.deflatedSize += bytes.length;
    push(bytes);
    if (isLast) push(four(DESCRIPTOR, crc, entry.deflatedSize, entry.size));
  };
  /** Begins an entry, to be filled with `append`. The previous entry must have ended. */
  const begin = (name: string): void => {
    const entry = { name, offset: length, crc: 0, size: 0, deflatedSize: 0 };
    entries.push(entry);
    push([...four(LOCAL_HEADER), ...describe(entry), ...two(0), ...Buffer.from(name)]);
  };
  return {
    begin,
    /** Adds an entry whose text is the same in many files, and caches the deflated text. */
    addConstant(name: string, text: string): void {
      const deflated = constants.get(text) ?? deflate(text, true);
      constants.set(text, deflated);
      begin(name);
      appendDeflated(deflated, true);
    },
    /** Appends text to the current entry; `isLast` ends the entry. */
    append(text: string, isLast: boolean): void {
      appendDeflated(deflate(text, isLast, entries.at(-1)?.crc), isLast);
      if (!isLast) flush();
    },
    /** Writes the central directory and ends the file. */
    end(): void {
      const offset = length;
      for (const entry of entries) {
        // No extra field, no comment, disk number 0, no attributes.
        const rest = [...two(0, 0, 0, 0), ...four(0, entry.offset), ...Buffer.from(entry.name)];
        push([...four(CENTRAL_HEADER), ...two(VERSION), ...describe(entry), ...rest]);
      }
      push([...four(END), ...two(0, 0, entries.length, entries.length), ...four(length - offset, offset), ...two(0)]);
      flush();
      file.end();
    },
  };
}

/** Fields shared by the local and central headers of an entry, up to the name length. */
function describe({ name, crc, size, deflatedSize }: ZipEntry): number[] {
  const how = two(VERSION, HAS_DESCRIPTOR, DEFLATED, 0, EARLIEST_DATE);
  return [...how, ...four(crc, deflatedSize, size), ...two(name.length)];
}

/** Encodes each value as a two-byte field, little-endian. */
function two(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value & 255, value >>> 8]);
}

/** Encodes each value as a four-byte field, little-endian. */
function four(...values: readonly number[]): number[] {
  const large = values.find((value) => value > MAX_BYTES);
  if (large !== undefined) throw new Error(`${large} bytes do not fit into a ZIP file`);
  return values.flatMap((value) => two(value & 0xffff, value >>> 16));
}

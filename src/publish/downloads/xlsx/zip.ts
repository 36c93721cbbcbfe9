import type { FilePart, Zlib } from '../../../model.ts';

/** Deflated bytes, and the CRC-32 and the number of the original ones. */
interface Deflated {
  crc: number;
  size: number;
  bytes: Uint8Array;
}

/** An entry as the central directory lists it. */
interface ZipEntry {
  /** In ASCII. */
  name: string;
  /** Where its local header begins in the file. */
  offset: number;
  crc: number;
  size: number;
  deflatedSize: number;
}

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

/** Texts that are the same in many files, deflated. */
const constants = new Map<string, Deflated>();

/**
 * Writes a ZIP file from start to end (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4), without encryption and without ZIP64. Libraries hold a
 * whole file. Times are always the earliest there is, so that the same entries have the same bytes.
 */
export class ZipFile {
  readonly #file: FilePart;
  readonly #zlib: Zlib;
  readonly #entries: ZipEntry[] = [];
  #pending: Uint8Array[] = [];
  #bytes = 0;

  constructor(file: FilePart, zlib: Zlib) {
    this.#file = file;
    this.#zlib = zlib;
  }

  /** Adds an entry whose text is the same in many files. */
  addConstant(name: string, text: string): void {
    const deflated = constants.get(text) ?? this.#deflate(text, true);
    constants.set(text, deflated);
    this.begin(name);
    this.#append(deflated, true);
  }

  /** Begins an entry, whose text `append` takes; the entry before has ended. */
  begin(name: string): void {
    const entry = { name, offset: this.#bytes, crc: 0, size: 0, deflatedSize: 0 };
    this.#entries.push(entry);
    this.#push([...four(LOCAL_HEADER), ...describe(entry), ...two(0), ...Buffer.from(name)]);
  }

  /** Appends to the text of the last entry; `isLast` ends it. */
  append(text: string, isLast: boolean): void {
    this.#append(this.#deflate(text, isLast, this.#entries.at(-1)?.crc), isLast);
    if (!isLast) this.#flush();
  }

  /** Writes the central directory, and ends the file. */
  end(): void {
    const offset = this.#bytes;
    for (const entry of this.#entries) {
      // No extra field, no comment, disk 0, no attributes.
      const rest = [...two(0, 0, 0, 0), ...four(0, entry.offset), ...Buffer.from(entry.name)];
      this.#push([...four(CENTRAL_HEADER), ...two(VERSION), ...describe(entry), ...rest]);
    }
    const count = this.#entries.length;
    this.#push([...four(END), ...two(0, 0, count, count), ...four(this.#bytes - offset, offset), ...two(0)]);
    this.#flush();
    this.#file.end();
  }

  #deflate(text: string, isLast: boolean, before?: number): Deflated {
    const content = Buffer.from(text);
    return { crc: this.#zlib.crc32(content, before), size: content.length, bytes: this.#zlib.deflate(content, isLast) };
  }

  #append({ crc, size, bytes }: Deflated, isLast: boolean): void {
    const entry = this.#entries.at(-1) as ZipEntry;
    entry.crc = crc;
    entry.size += size;
    entry.deflatedSize += bytes.length;
    this.#push(bytes);
    if (isLast) this.#push(four(DESCRIPTOR, crc, entry.deflatedSize, entry.size));
  }

  #push(bytes: Uint8Array | readonly number[]): void {
    this.#pending.push(bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes));
    this.#bytes += bytes.length;
  }

  #flush(): void {
    this.#file.write(Buffer.concat(this.#pending));
    this.#pending = [];
  }
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

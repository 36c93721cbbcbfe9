/**
 * The loops that go over every byte of a regular file, compiled to WebAssembly: it scans sixteen bytes at a time, runs at full speed from
 * the first segment on, and is compiled once for all threads. The sources are in the folder of the same name.
 */

import { readFileSync } from 'node:fs';

/** What the kernel exports; what it does is told with its sources. Addresses are offsets into its memory. */
export interface KernelFunctions {
  begin(delimiter: number, quote: number, hasCarriageReturns: boolean, width: number): void;
  setPlaces(source: number, bounds: number, special: number): void;
  scan(from: number, end: number, most: number, isLast: boolean): number;
  hashRecords(count: number, hashes: number, room: number): void;
  beginColumn(
    column: number,
    nameFirst: number,
    nameLength: number,
    doubledLength: number,
    longestNull: number,
    hasOwnNulls: boolean,
  ): void;
  addNullFirst(column: number, byte: number): void;
  addNumber(column: number, mantissa: number, places: number): void;
  addText(column: number, record: number, cell: number): void;
  pass(
    column: number,
    cell: number,
    from: number,
    count: number,
    rules: number,
    values: number,
    unit: number,
    lowest: number,
    highest: number,
  ): number;
  measure(values: number, count: number): void;
  addUp(values: number, count: number): void;
  bytesFor(least: number, most: number): number;
  pack(values: number, count: number, least: number, bytes: number, packed: number): void;
  unpack(packed: number, count: number, least: number, bytes: number, factor: number, values: number): void;
  clearBuckets(table: number): void;
  countInBuckets(values: number, count: number, low: number, high: number, scale: number, table: number): void;
  countOf(table: number, bucket: number): number;
  lowestOf(table: number, bucket: number): number;
  highestOf(table: number, bucket: number): number;
  pick(values: number, count: number, low: number, high: number, picked: number): number;
  isPassed(column: number, rules: number): number;
  isGrouped(mantissa: number, places: number): number;
  setWritten(columns: number, cell: number, key: number, length: number, manner: number): void;
  prepareEncode(columns: number): void;
  mostBytes(cellBytes: number): number;
  encode(
    columns: number,
    from: number,
    fromCell: number,
    to: number,
    start: number,
    target: number,
    end: number,
  ): number;
}

const CONSTANTS = [
  'HEAP',
  'WORD',
  'LONGEST_RECORD',
  'COLUMN_BYTES',
  'WRITTEN_BYTES',
  'ALL_TEXTS',
  'KNOWN_TEXTS',
  'EMPTY_CELLS',
  'ONLY_KNOWN_NUMBERS',
  'ONLY_SHORT_INTEGERS',
  'GROUPED_DECIMALS',
  'UNGROUPED_DECIMALS',
  'KEEPS_NUMBERS',
  'HAS_CODES',
  'NUMBER',
  'PLAIN_TEXT',
  'EMPTY',
  'NUMBERS_AS_THEY_STAND',
  'TEXTS',
  'BY_CALLER',
  'MOST_ADDED',
  'LOWER_BITS',
  'STRIDE',
  'BUCKETS',
  'TABLE_BYTES',
] as const;

/** What never changes. */
type Constants = Readonly<Record<(typeof CONSTANTS)[number], number>>;

const RESULTS = [
  'records',
  'lines',
  'numbers',
  'decimals',
  'texts',
  'empties',
  'kind',
  'mantissa',
  'places',
  'stoppedAt',
  'stoppedCell',
  'lowest',
  'highest',
] as const;

const EXACT_RESULTS = ['sum', 'uppers', 'products', 'lowers'] as const;

/** What the last call has told besides its result; the exact ones are integers of 64 bits. */
type Results = Readonly<Record<(typeof RESULTS)[number], { readonly value: number }>> &
  Readonly<Record<(typeof EXACT_RESULTS)[number], { readonly value: bigint }>>;

type KernelExports = KernelFunctions & Results & Record<keyof Constants, { readonly value: number }>;

/** How a table is written, by the codes of ASCII characters. */
export interface FieldDialect {
  delimiter: number;
  /** -1 where cells are never quoted. A quote inside a quoted cell is doubled. */
  quote: number;
  newline: '\n' | '\r\n';
  /** Cells of each record. */
  width: number;
}

const FILE = new URL('./kernel/kernel.wasm', import.meta.url);
/** Bytes of a page of a WebAssembly memory. */
const PAGE = 1 << 16;
/** Numbers that are packed together at most. */
export const PACKED_NUMBERS = 1 << 14;

/** Compiled once, for all threads. */
let compiled: WebAssembly.Module | null = null;

/** The kernel as threads hand it over. */
export function compiledKernel(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(FILE));
  return compiled;
}

/** To be told on a thread before it uses the kernel. */
export function useCompiledKernel(module: WebAssembly.Module): void {
  compiled = module;
}

let ofThread: Kernel | null = null;

/** The kernel of this thread, which works on one part of a file at a time. */
export function kernelOfThread(): Kernel {
  ofThread ??= new Kernel(compiledKernel());
  return ofThread;
}

/** The kernel with its memory, in which everybody who works on a part of a file has rooms until the next part is begun. */
export class Kernel {
  readonly call: KernelFunctions;
  readonly constants: Constants;
  readonly results: Results;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #bytes: Buffer;
  #free: number;
  /** Rooms for numbers, for the same packed, and for a table of buckets; they are there beside those of a part. */
  readonly scratch: { numbers: number; packed: number; table: number };
  readonly #firstFree: number;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    const exported = exports as unknown as KernelExports;
    this.call = { ...exported };
    this.constants = Object.fromEntries(CONSTANTS.map((name) => [name, exported[name].value])) as Constants;
    this.results = pickFrom(exported, [...RESULTS, ...EXACT_RESULTS]);
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#free = this.constants.HEAP;
    const numbers = this.room(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    const packed = this.room(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    this.scratch = { numbers, packed, table: this.room(this.constants.TABLE_BYTES) };
    this.#firstFree = this.#free;
  }

  /** Begins with a part of a file: all rooms are free again. */
  begin({ delimiter, quote, newline, width }: FieldDialect): void {
    this.#free = this.#firstFree;
    this.call.begin(delimiter, quote, newline === '\r\n', width);
  }

  /** Address of a room of so many bytes; more may be read and written behind it, as the kernel does. What was there before is not wiped. */
  room(bytes: number): number {
    const word = this.constants.WORD;
    const address = Math.ceil(this.#free / word) * word;
    this.#free = address + bytes + word;
    const missing = this.#free + this.constants.STRIDE - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** The whole memory, until the next room is asked for. */
  get bytes(): Buffer {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = Buffer.from(this.#memory.buffer);
    return this.#bytes;
  }
}

/** Some properties of an object, in a plain one: those of a module's exports are slow to get at. */
function pickFrom<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}

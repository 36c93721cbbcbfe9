/**
 * The loops that go over every byte of a regular file, compiled to WebAssembly: it scans sixteen bytes at a time, runs at full speed from
 * the first segment on, and is compiled once for all threads. The sources are in the folder of the same name.
 */

import { readFileSync } from 'node:fs';
import {
  CONSTANTS,
  type Constants,
  EXACT_RESULTS,
  type KernelExports,
  type KernelFunctions,
  RESULTS,
  type Results,
} from './exports.ts';

/** How a table is written, by the codes of ASCII characters. */
export interface ByteDialect {
  delimiter: number;
  /** -1 where cells are never quoted. A quote inside a quoted cell is doubled. */
  quote: number;
  newline: '\n' | '\r\n';
  /** Cells of each record. */
  width: number;
}

const FILE = new URL('./kernel.wasm', import.meta.url);
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
    const numbers = this.allocate(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    const packed = this.allocate(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    this.scratch = { numbers, packed, table: this.allocate(this.constants.TABLE_BYTES) };
    this.#firstFree = this.#free;
  }

  /** Begins with a part of a file: all rooms are free again. */
  begin({ delimiter, quote, newline, width }: ByteDialect): void {
    this.#free = this.#firstFree;
    this.call.begin(delimiter, quote, newline === '\r\n', width);
  }

  /** Address of a room of so many bytes; more may be read and written behind it, as the kernel does. What was there before is not wiped. */
  allocate(bytes: number): number {
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

/**
 * Loops over every byte or every number, in WebAssembly: it scans sixteen bytes at a time, runs at full speed from the first segment on,
 * and is compiled once for all threads. The sources are in `wasm/`.
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

/** How a table is written; characters are given as their ASCII codes. */
export interface ByteDialect {
  delimiter: number;
  /** -1 if cells are never quoted. A quote inside a quoted cell is doubled. */
  quote: number;
  newline: '\n' | '\r\n';
  /** Cells of each record. */
  width: number;
}

const FILE = new URL('./kernel.wasm', import.meta.url);
/** Size of a page of WebAssembly memory in bytes. */
const PAGE_BYTES = 1 << 16;
/** Maximum numbers that are packed together. */
export const PACKED_NUMBERS = 1 << 14;

/** Compiled once, for all threads. */
let compiled: WebAssembly.Module | null = null;

/** The compiled kernel, which threads share. */
export function compiledKernel(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(FILE));
  return compiled;
}

/** To be called on a worker thread before it uses the kernel. */
export function useCompiledKernel(module: WebAssembly.Module): void {
  compiled = module;
}

let ofThread: Kernel | null = null;

/** The kernel of this thread. It works on one part of a file at a time. */
export function kernelOfThread(): Kernel {
  ofThread ??= new Kernel(compiledKernel());
  return ofThread;
}

/** The kernel and its memory. Code that works on a part of a file allocates buffers there; `begin` frees all except `scratch`. */
export class Kernel {
  readonly call: KernelFunctions;
  readonly constants: Constants;
  readonly results: Results;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #bytes: Buffer;
  #free: number;
  /** Addresses of buffers that `begin` does not free: for numbers, for packed numbers, and for a table of buckets. */
  readonly scratch: { numbers: number; packed: number; table: number };
  readonly #firstFree: number;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    const exported = exports as unknown as KernelExports;
    this.call = { ...exported };
    this.constants = Object.fromEntries(CONSTANTS.map((name) => [name, exported[name].value])) as Constants;
    // A copy, since properties of the module's exports are slow to read.
    this.results = Object.fromEntries([...RESULTS, ...EXACT_RESULTS].map((name) => [name, exported[name]])) as Results;
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#free = this.constants.HEAP;
    const numbers = this.allocate(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    const packed = this.allocate(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    this.scratch = { numbers, packed, table: this.allocate(this.constants.TABLE_BYTES) };
    this.#firstFree = this.#free;
  }

  /** Begins a part of a file, and frees all buffers of the previous part. */
  begin({ delimiter, quote, newline, width }: ByteDialect): void {
    this.free();
    this.call.begin(delimiter, quote, newline === '\r\n', width);
  }

  /** Frees all buffers that were allocated. */
  free(): void {
    this.#free = this.#firstFree;
  }

  /** Allocates a buffer, not cleared, and returns its address. The kernel may read and write some bytes past its end. */
  allocate(bytes: number): number {
    const word = this.constants.WORD;
    const address = Math.ceil(this.#free / word) * word;
    this.#free = address + bytes + word;
    const missing = this.#free + this.constants.STRIDE - this.#memory.buffer.byteLength;
    if (missing > 0) {
      // Growing takes long, and wide tables need thousands of buffers, so the memory grows by a share of itself.
      const more = Math.max(missing, this.#memory.buffer.byteLength / 4);
      this.#memory.grow(Math.ceil(more / PAGE_BYTES));
    }
    return address;
  }

  /** The whole memory; valid until `allocate` is called. */
  get bytes(): Buffer {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = Buffer.from(this.#memory.buffer);
    return this.#bytes;
  }
}

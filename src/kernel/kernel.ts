/**
 * Runs the loops over every byte and every number in WebAssembly, which can scan sixteen bytes at a time, needs no warm-up, and is compiled
 * once for all threads. The sources are in `wasm/`.
 */

import { readFileSync } from 'node:fs';
import { STRIDE, TABLE_BYTES, WORD } from './constants.ts';
import type { KernelExports, KernelFunctions, Results } from './exports.ts';
import { type KeptBytes, keepBytes, type SpillFile } from './kept-bytes.ts';

/** Format of a delimited table. The delimiter and the quote are ASCII codes. */
export interface ByteDialect {
  delimiter: number;
  /** ASCII code of the quote, or -1 if cells are never quoted. Inside a quoted cell, a quote is doubled. */
  quote: number;
  newline: '\n' | '\r\n';
  /** Number of cells in each record. */
  width: number;
}

const FILE = new URL('./kernel.wasm', import.meta.url);
/** Size of a WebAssembly memory page, in bytes. */
const PAGE_BYTES = 1 << 16;
/** Maximum number of values packed at a time. */
export const PACKED_NUMBERS = 1 << 14;

/** Compiled once and shared by all threads. */
let compiled: WebAssembly.Module | null = null;

/** Returns the compiled kernel, compiling it on first use. */
export function compiledKernel(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(FILE));
  return compiled;
}

/** Sets the compiled kernel in a worker thread. Must be called before that thread first uses the kernel. */
export function useCompiledKernel(module: WebAssembly.Module): void {
  compiled = module;
}

let ofThread: Kernel | null = null;

/** Returns the kernel instance of this thread, which works on one part of a file at a time. */
export function kernelOfThread(): Kernel {
  ofThread ??= new Kernel(compiledKernel());
  return ofThread;
}

/** Kernels that `takeKernel` can reuse, since their memory would otherwise remain until it is collected. */
const idle: Kernel[] = [];
/** Kernels that have grown larger than this, in bytes, are not reused. */
const MAX_IDLE_BYTES = 1 << 27;

/** Returns a kernel for a single user, beside the kernel of the thread. All its buffers are free. */
export function takeKernel(): Kernel {
  // The longest idle first: users that take and return in turn get the memory that has grown for the same use.
  const kernel = idle.shift() ?? new Kernel(compiledKernel());
  kernel.free();
  return kernel;
}

/** Lets another user on this thread take a kernel. */
export function returnKernel(kernel: Kernel): void {
  if (kernel.bytes.length <= MAX_IDLE_BYTES) idle.push(kernel);
}

/** An instance of the kernel with its own memory, in which callers allocate buffers. `begin` and `free` release them. */
export class Kernel {
  readonly call: KernelFunctions;
  readonly results: Results;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  #bytes: Buffer;
  #free: number;
  /** Addresses of permanent buffers, which `begin` does not free: for numbers, for packed numbers, and for a bucket table. */
  readonly scratch: { numbers: number; packed: number; table: number };
  readonly #firstFree: number;
  #spill: SpillFile | null = null;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    const exported = exports as unknown as KernelExports;
    this.call = { ...exported };
    // Copied, since properties of the module's exports are slow to read.
    const globals = Object.entries(exported).filter(([, it]) => it instanceof WebAssembly.Global);
    this.results = Object.fromEntries(globals) as unknown as Results;
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#free = exported.HEAP.value;
    const numbers = this.allocate(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    const packed = this.allocate(PACKED_NUMBERS * Float64Array.BYTES_PER_ELEMENT);
    this.scratch = { numbers, packed, table: this.allocate(TABLE_BYTES) };
    this.#firstFree = this.#free;
  }

  /** Starts a new part of a file and frees all buffers of the previous part. */
  begin({ delimiter, quote, newline, width }: ByteDialect): void {
    this.free();
    this.call.begin(delimiter, quote, newline === '\r\n', width);
  }

  /** Frees all buffers except `scratch`. */
  free(): void {
    this.#free = this.#firstFree;
  }

  /** Runs `work`. Until it returns, `keep` writes to the temporary file, if there is one. */
  keepingIn<T>(spill: SpillFile | null, work: () => T): T {
    this.#spill = spill;
    try {
      return work();
    } finally {
      this.#spill = null;
    }
  }

  /** Keeps a copy of bytes for any thread, which reads it with `readKept`. */
  keep(bytes: Uint8Array): KeptBytes {
    return keepBytes(bytes, this.#spill);
  }

  /** Allocates a buffer without clearing it and returns its address. A spare word follows it, since the kernel may write past its end. */
  allocate(bytes: number): number {
    const address = Math.ceil(this.#free / WORD) * WORD;
    this.#free = address + bytes + WORD;
    const missing = this.#free + STRIDE - this.#memory.buffer.byteLength;
    if (missing > 0) {
      // Growing is slow, and wide tables need thousands of buffers, so the memory grows by at least a quarter.
      const more = Math.max(missing, this.#memory.buffer.byteLength / 4);
      this.#memory.grow(Math.ceil(more / PAGE_BYTES));
    }
    return address;
  }

  /** A view of the entire memory, valid until the next call of `allocate`. */
  get bytes(): Buffer {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = Buffer.from(this.#memory.buffer);
    return this.#bytes;
  }
}

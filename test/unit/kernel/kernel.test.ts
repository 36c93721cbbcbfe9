import { describe, expect, test } from 'vitest';
import { STRIDE, TABLE_BYTES, WORD } from '../../../src/kernel/constants.ts';
import type { KernelExports } from '../../../src/kernel/exports.ts';
import { compiledKernel, Kernel, kernelOfThread, returnKernel, takeKernel } from '../../../src/kernel/kernel.ts';

const DIALECT = { delimiter: 0x2c, quote: 0x22, newline: '\n', width: 2 } as const;
const PAGE = 65_536;

test('a thread compiles the kernel once, and has one of its own', () => {
  expect(compiledKernel()).toBe(compiledKernel());
  expect(kernelOfThread()).toBe(kernelOfThread());
});

test('a kernel that is returned is taken again, unless it has become large', () => {
  const [first, second] = [takeKernel(), takeKernel()];
  expect(first).not.toBe(second);
  returnKernel(first);
  expect(takeKernel()).toBe(first);
  second.allocate(1 << 27);
  returnKernel(second);
  expect(takeKernel()).not.toBe(second);
});

test('results can be read', () => {
  const { results } = new Kernel(compiledKernel());
  for (const [name, { value }] of Object.entries(results)) expect(['number', 'bigint'], name).toContain(typeof value);
});

describe('buffers in the memory of a kernel', () => {
  test('are thousands for a wide table, and the memory grows only a few times for them', () => {
    const kernel = new Kernel(compiledKernel());
    const memories = new Set<ArrayBufferLike>();
    for (let column = 0; column < 10_000; column += 1) {
      kernel.allocate(8192);
      memories.add(kernel.bytes.buffer);
    }
    expect(memories.size).toBeLessThan(40);
  });

  test('begin at whole words, with a word between them that may be read and written', () => {
    const kernel = new Kernel(compiledKernel());
    const word = WORD;
    for (const bytes of [1, word - 1, word, word + 1, 1000]) {
      const [address, next] = [kernel.allocate(bytes), kernel.allocate(1)];
      expect([address % word, next % word]).toEqual([0, 0]);
      const between = next - (address + bytes);
      expect(between).toBeGreaterThanOrEqual(word);
      expect(between).toBeLessThan(2 * word);
    }
  });

  test('lie in the memory, which grows by no more pages than they need', () => {
    const kernel = new Kernel(compiledKernel());
    let before = kernel.bytes.length;
    for (const bytes of [1, PAGE, 3 * PAGE + 5, 1 << 20, 10]) {
      const end = kernel.allocate(bytes) + bytes + WORD + STRIDE;
      const { length } = kernel.bytes;
      expect(length % PAGE).toBe(0);
      expect(length).toBeGreaterThanOrEqual(end);
      expect(length).toBeLessThan(Math.max(before + 1, end + PAGE));
      kernel.bytes.fill(1, end - 8, end);
      before = length;
    }
  });

  test('are freed when the next part of a file begins, apart from those for numbers', () => {
    const kernel = new Kernel(compiledKernel());
    kernel.begin(DIALECT);
    const first = kernel.allocate(1000);
    kernel.allocate(1000);
    kernel.begin(DIALECT);
    expect(kernel.allocate(10)).toBe(first);
    const { numbers, packed, table } = kernel.scratch;
    const bytes = 16_384 * 8;
    expect(numbers).toBeGreaterThanOrEqual((kernel.call as KernelExports).HEAP.value);
    expect(packed - numbers).toBeGreaterThanOrEqual(bytes);
    expect(table - packed).toBeGreaterThanOrEqual(bytes);
    expect(first - table).toBeGreaterThanOrEqual(TABLE_BYTES);
  });

  test('keep what is in them when the memory grows', () => {
    const kernel = new Kernel(compiledKernel());
    const address = kernel.allocate(5);
    kernel.bytes.write('12345', address);
    kernel.allocate(10 * PAGE);
    expect(kernel.bytes.toString('latin1', address, address + 5)).toBe('12345');
  });
});

import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { expect, test } from 'vitest';
import { SNAPPY_TABLE_BYTES } from '../../../src/kernel/constants.ts';
import { compiledKernel, Kernel } from '../../../src/kernel/kernel.ts';

const kernel = new Kernel(compiledKernel());

function compressSnappy(bytes: Uint8Array): Uint8Array {
  kernel.free();
  const [source, table] = [kernel.allocate(bytes.length), kernel.allocate(SNAPPY_TABLE_BYTES)];
  const target = kernel.allocate(32 + Math.ceil((bytes.length * 7) / 6));
  kernel.bytes.set(bytes, source);
  const length = kernel.call.compressSnappy(source, bytes.length, table, target);
  return kernel.bytes.subarray(target, target + length);
}

/** Bytes with matches of all lengths and distances, near and beyond those that one copy can have. */
const inputs = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 1, max: 2000 })), { maxLength: 12 })
  .map((runs) => Buffer.concat(runs.flatMap(([bytes, times]) => Array<Uint8Array>(times).fill(bytes))));

test('what is compressed can be decompressed, and has the bytes that another compressor makes', () => {
  fc.assert(
    fc.property(inputs, (bytes) => {
      const compressed = compressSnappy(bytes);
      const restored = new Uint8Array(bytes.length);
      snappyUncompress(compressed, restored);
      expect(Buffer.compare(restored, bytes)).toBe(0);
      expect(Buffer.compare(compressed, snappyCompress(bytes))).toBe(0);
    }),
  );
});

test('strings of every length up to a few copies are compressed', () => {
  for (let length = 0; length < 400; length += 1) {
    const bytes = Buffer.alloc(length, length % 3 === 0 ? 'abcd' : 'x');
    expect(Buffer.compare(compressSnappy(bytes), snappyCompress(bytes)), String(length)).toBe(0);
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRange } from '../../../src/serve/byte-range.ts';

const SIZE = 1000;

describe('the field Range', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-999', 0, 1000],
    ['bytes=999-', 999, 1000],
    ['bytes=0-', 0, 1000],
    ['bytes=-1', 999, 1000],
    ['bytes=-1000', 0, 1000],
    ['bytes=-1001', 0, 1000],
    ['bytes=007-0009', 7, 10],
    ['BYTES=5-9', 5, 10],
    ['bytes=,5-9', 5, 10],
    ['bytes=5-9 ,\t,', 5, 10],
    [`bytes=1-${'9'.repeat(500)}`, 1, 1000],
    [`bytes=-${'9'.repeat(500)}`, 0, 1000],
    [`bytes=${'0'.repeat(500)}1-2`, 1, 3],
    ['bytes=1-9007199254740993', 1, 1000],
  ])('%s selects the bytes from %i to %i, exclusive', (field, start, end) => {
    expect(readRange(field, SIZE)).toEqual({ start, end });
  });

  test.each([
    'bytes=1000-',
    'bytes=5000-6000',
    'bytes=-0',
    `bytes=${'9'.repeat(500)}-`,
    `bytes=${'9'.repeat(500)}-${'9'.repeat(600)}`,
    'bytes=18446744073709551616-',
  ])('%s has no byte of a file of 1000', (field) => {
    expect(readRange(field, SIZE)).toBe('unsatisfiable');
  });

  test.each([
    null,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=--1',
    'bytes=5',
    'bytes=9-5',
    'bytes=0-1,2-3',
    'bytes=0-1,x',
    'bytes=-5,-6',
    'bytes=0-1 2-3',
    'bytes=0-1, bytes=2-3',
    'bytes=0 -1',
    'bytes=0- 1',
    'bytes =0-1',
    'bytes 0-1/1000',
    'bytes=+0-1',
    'bytes=0x0-0x1',
    'bytes=1e1-20',
    'bytes=٠-١',
    'bytes=0-1\n',
    'bytes=0-1\u00a0',
    'xbytes=0-1',
    'items=0-1',
    'none',
  ])('%j asks for nothing but the whole', (field) => {
    expect(readRange(field, SIZE)).toBeNull();
  });

  test('asks for the whole of an empty file if it asks for its last bytes, and otherwise for none of it', () => {
    expect(readRange('bytes=-5', 0)).toBeNull();
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(readRange('bytes=0-0', 0)).toBe('unsatisfiable');
    expect(readRange('bytes=-0', 0)).toBe('unsatisfiable');
  });

  test('selects the bytes that a reader would pick one by one', () => {
    const position = fc.nat({ max: 60 });
    const asked = fc.oneof(fc.record({ first: position, last: fc.option(position) }), fc.record({ suffix: position }));
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 50 }), (it, size) => {
        const offsets = Array.from({ length: size }, (_, at) => at);
        const isSuffix = 'suffix' in it;
        const picked = isSuffix
          ? offsets.filter((at) => size - at <= it.suffix)
          : offsets.filter((at) => at >= it.first && (it.last === null || at <= it.last));
        const found = readRange(isSuffix ? `bytes=-${it.suffix}` : `bytes=${it.first}-${it.last ?? ''}`, size);
        if (!isSuffix && it.last !== null && it.last < it.first) expect(found).toBeNull();
        else if (picked.length === 0) expect(found).toBe('unsatisfiable');
        else expect(found).toEqual({ start: picked[0], end: (picked.at(-1) as number) + 1 });
      }),
      { numRuns: 2_000 },
    );
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { buildEach, isRegular } from '../../support/builds/either-reading.ts';
import { rawDataWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';

/*
 * The largest records and tables that are read as bytes, and those that are just too large for it: the result is the same as when they are
 * read as text.
 */

let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

describe('the result is the same, read as bytes or as text, for', () => {
  /** Bytes of the longest record that is read as bytes. */
  const LONGEST = 1 << 18;
  const FILLINGS = { 'doubled quotes': '""', 'letters beyond ASCII': 'é' } as const;
  const longest = Object.entries(FILLINGS).flatMap(([name, filling]) =>
    [0, 1].map((excess) => [`${name}, ${excess}`, filling, excess] as const),
  );

  test.each(longest)('records about as long as can be, of %s', (_, filling, excess) => {
    const room = LONGEST + excess - '1,""\n'.length;
    const text = filling.repeat(Math.floor(room / Buffer.byteLength(filling)));
    const record = `1,"${text}${'x'.repeat(room - Buffer.byteLength(text))}"\n`;
    expect(Buffer.byteLength(record)).toBe(LONGEST + excess);
    writeFiles(rawData, withSidecar('economy/x', `a,b\n0,x\n${record}2,z`));
    expect(isRegular(rawData)).toBe(excess <= 0);
    for (const layout of ['pages', 'packed'] as const) {
      const choices = [{ asText: true }, { segmentBytes: 100 }, { segmentBytes: 1 << 21 }] as const;
      const [asText, inSegments, whole] = buildEach(rawData, choices, [100], layout);
      expect(inSegments).toEqual(asText);
      expect(whole).toEqual(asText);
    }
  });

  test.each([4096, 4097])('tables of %d columns', (width) => {
    const names = Array.from({ length: width }, (_, cell) => `column ${cell}`);
    const rowOf = (row: number): string =>
      names.map((_, cell) => ['"a\tb""c"', String((row * cell) % 1000), ''][cell % 3] as string).join(',');
    // Two pages of ten, and several segments.
    const csv = [names.join(','), ...Array.from({ length: 12 }, (_, row) => rowOf(row))].join('\n');
    writeFiles(rawData, withSidecar('economy/x', csv));
    expect(isRegular(rawData)).toBe(width <= 4096);
    const [bytes, text] = buildEach(rawData, [{ segmentBytes: 1 << 16 }, { asText: true }], [10, 100]);
    expect(bytes).toEqual(text);
  });
});

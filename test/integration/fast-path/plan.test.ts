import { expect, test } from 'vitest';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { type FastPlan, planFastPath, SEGMENT_BYTES } from '../../../src/fast-path/plan.ts';
import type { ColumnDescription } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { memorySource } from '../../support/memory-source.ts';

/** How a file of two columns would be read as bytes. */
function planOf(text: string): FastPlan | null {
  const bytes = memorySource(text);
  const source = undescribedSource('a.csv', 'a.csv');
  const csv = parseCsv(bytes, 'a.csv', source.format, () => {});
  if (!csv) throw new Error('it cannot be read');
  csv.close();
  const description: ColumnDescription = {
    description: '',
    nullable: false,
    required: false,
    isNumber: false,
    numberFormat: {},
  };
  return planFastPath(
    source,
    { content: bytes, size: Buffer.byteLength(text) },
    csv,
    new Map(csv.columns.map((name) => [name, description])),
    SEGMENT_BYTES,
  );
}

/**
 * Some megabytes of records that are too long for several to be inspected together, so that a cut cannot find where one
 * begins.
 */
const uncut = (megabytes: number): string => `a,b\n${`1,"${'x'.repeat(62_495)}"\n`.repeat(megabytes * 16)}`;

test('a file that cannot be cut is read as bytes if it is small enough to be held in memory whole', () => {
  expect(planOf(uncut(60))?.segments).toHaveLength(1);
  expect(planOf(uncut(70))).toBeNull();
});

test('any other is cut where records begin, into segments of about the same length', () => {
  const text = `a,b\n${'1,"x\ny"\n'.repeat(1 << 20)}`;
  const { segments } = planOf(text) as FastPlan;
  expect(segments).toHaveLength(4);
  expect(segments[0]?.start).toBe('a,b\n'.length);
  expect(segments.at(-1)?.end).toBe(text.length);
  for (const [index, { start, end }] of segments.entries()) {
    expect(text.slice(start, start + 3)).toBe('1,"');
    if (index > 0) expect(start).toBe(segments[index - 1]?.end);
    expect(Math.abs(end - start - SEGMENT_BYTES)).toBeLessThan(SEGMENT_BYTES / 2 + 100);
  }
});

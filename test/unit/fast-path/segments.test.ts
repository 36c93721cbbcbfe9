import { describe, expect, test } from 'vitest';
import { type JoinedSegments, joinSegments } from '../../../src/fast-path/join-segments.ts';
import type { FastPlan } from '../../../src/fast-path/plan.ts';
import { profileSegment, type SegmentProfile } from '../../../src/fast-path/profile-segment.ts';
import { readRange } from '../../../src/fast-path/read-range.ts';
import { doublesIn } from '../../../src/kernel/kept-bytes.ts';
import { memorySource } from '../../support/memory-source.ts';
import { type Planning, planOf } from './planned.ts';

/** Counts work. */
class Counter {
  bytes = 0;
  rows = 0;

  add(bytes: number, rows: number): void {
    this.bytes += bytes;
    this.rows += rows;
  }
}

function mustPlan(text: string, planning: Planning = {}): FastPlan {
  const plan = planOf(text, planning);
  if (!plan) throw new Error('it is not regular');
  return plan;
}

/** The profile of each segment of a text; null for one that is not regular. */
function profilesOf(text: string, plan: FastPlan, alignment = 1, counter = new Counter()): (SegmentProfile | null)[] {
  return plan.segments.map((_, index) => profileSegment(memorySource(text), plan, index, alignment, counter));
}

function join(
  text: string,
  planning: Planning & { alignment?: number; partRecords?: number } = {},
): JoinedSegments | null {
  const { alignment = 1, partRecords = 0 } = planning;
  const plan = mustPlan(text, planning);
  return joinSegments(plan, profilesOf(text, plan, alignment), alignment, partRecords);
}

describe('a segment is read', () => {
  const read = (
    text: string | Uint8Array,
    start: number,
    end: number,
    newline: '\n' | '\r\n',
    isLast: boolean,
  ): string | null => {
    const dialect = { delimiter: 0x2c, quote: 0x22, newline, width: 2 };
    const range = readRange(memorySource(text), { dialect, start, end, isLast });
    return range?.scanner.bytes.toString('latin1', 0, range.length) ?? null;
  };

  test('with the line ending that the last line of the file may lack', () => {
    expect(read('1,x\n2,y', 4, 7, '\n', true)).toBe('2,y\n');
    expect(read('1,x\r\n2,y', 5, 8, '\r\n', true)).toBe('2,y\r\n');
    expect(read('1,x\n2,y\n', 4, 8, '\n', true)).toBe('2,y\n');
    expect(read('1,x\n', 4, 4, '\n', true)).toBe('');
  });

  test('only if the file still has it, in UTF-8', () => {
    expect(read('1,x\n', 0, 5, '\n', true)).toBeNull();
    expect(read(Buffer.from([0x31, 0x2c, 0xe9, 0x0a]), 0, 4, '\n', true)).toBeNull();
    // What follows in the buffer may be left from another segment.
    expect(read(Buffer.from([0x31, 0x2c, 0x32, 0x0a, 0xe9]), 0, 4, '\n', false)).toBe('1,2\n');
  });
});

describe('a segment is regular', () => {
  const profileOf = (body: string, planning: Planning = {}): SegmentProfile | null => {
    const plan = mustPlan('a,b\n0,w\n', planning);
    const content = memorySource(`a,b\n${body}`);
    const segments = [{ start: 4, end: 4 + Buffer.byteLength(body) }];
    return profileSegment(content, { ...plan, segments }, 0, 1, new Counter());
  };

  test.each([
    ['1,x\n2,y\n', 2, 2],
    ['1,x\n2,y', 2, 2],
    // Nothing comes after the blank lines at the end of a file, so they are not counted.
    ['1,x\n2,y\n\n\n', 2, 2],
    ['1,"x\ny"\n', 1, 2],
    ['', 0, 0],
  ])('%j has %i records', (body, records, lines) => {
    expect(profileOf(body)).toMatchObject({ records, lines });
  });

  test.each([
    ['with a quote inside a cell', '1,x"y\n'],
    ['with another number of cells', '1,x\n2\n'],
    ['with another line ending', '1,x\r\n2,y\n'],
    ['with another line ending at its end', '1,x\n\r\n'],
    ['with an empty record', '1,x\n,\n'],
    ['with the header', '1,x\na,b\n'],
    ['with a total', 'Total,x\n2,y\n'],
    ['that ends in a total', '1,x\n,Total\n'],
    ['that ends in a note', '1,x\nSource: office,\n'],
  ])('but not one %s', (_, body) => {
    expect(profileOf(body)).toBeNull();
  });

  test('if it ends in a row that is said to be no footer', () => {
    for (const body of ['1,x\n,Total\n', '1,x\nSource: office,\n', 'Total,x\n2,y\n']) {
      expect(profileOf(body, { format: { footerRows: 0 } })).not.toBeNull();
    }
  });

  test('if it lacks its last line ending, in a file with CRLF', () => {
    const text = 'a,b\r\n1,x\r\n2,y';
    expect(profilesOf(text, mustPlan(text))).toMatchObject([{ records: 2, lines: 2 }]);
    const blank = 'a,b\r\n1,x\r\n\r\n\r\n';
    expect(profilesOf(blank, mustPlan(blank))).toMatchObject([{ records: 1, lines: 1 }]);
    expect(profilesOf(`${blank}\n`, { ...mustPlan(blank), segments: [{ start: 5, end: blank.length + 1 }] })).toEqual([
      null,
    ]);
    expect(profilesOf(`${blank}\r`, { ...mustPlan(blank), segments: [{ start: 5, end: blank.length + 1 }] })).toEqual([
      null,
    ]);
  });

  test('if a number with gaps is not its last record, or not that of the file', () => {
    const text = `a,b\n1,x\n2021 (p),\n${'2,y\n'.repeat(20)}`;
    expect(profilesOf(text, mustPlan(text))).toMatchObject([{ records: 22 }]);
    const segments = [
      { start: 4, end: 18 },
      { start: 18, end: text.length },
    ];
    expect(profilesOf(text, { ...mustPlan(text), segments })).toMatchObject([{ records: 2 }, { records: 20 }]);
  });
});

test('a segment that begins with a total is not regular, if it is the first', () => {
  const text = `a,b\nEU total,9\n${'x,1\n'.repeat(20)}`;
  expect(profilesOf(text, mustPlan(text))).toEqual([null]);
  const later = `a,b\nx,1\nEU total,9\n${'x,1\n'.repeat(20)}`;
  expect(profilesOf(later, mustPlan(later))).toMatchObject([{ records: 22 }]);
});

describe('the work on a segment is counted', () => {
  test('in bytes and records', () => {
    const text = `a,b\n${'1,x\n'.repeat(10_000)}`;
    const counter = new Counter();
    profilesOf(text, mustPlan(text), 1, counter);
    expect(counter).toMatchObject({ bytes: 40_000, rows: 10_000 });
  });

  test.each(['x"y,1\n', ',\n', `${'2,y\n'.repeat(5000)}Source: office,\n`])(
    'and is taken back if it is not regular',
    (end) => {
      const text = `a,b\n${'1,x\n'.repeat(10_000)}${end}`;
      const counter = new Counter();
      expect(profilesOf(text, mustPlan(text), 1, counter)).toEqual([null]);
      expect(counter).toMatchObject({ bytes: 0, rows: 0 });
    },
  );
});

test('each record has a hash, of its own unless it repeats another', () => {
  // More records than the buffer holds at first, and than are scanned at a time.
  const text = `a,b\n${Array.from({ length: 9000 }, (_, row) => `${row},x\n`).join('')}7,x\n`;
  const [profile] = profilesOf(text, mustPlan(text));
  const [hashes = new Float64Array()] = doublesIn([profile?.hashes ?? new Uint8Array()]);
  expect(hashes).toHaveLength(9001);
  expect(new Set(hashes).size).toBe(9000);
  expect(hashes[9000]).toBe(hashes[7]);
  expect(hashes.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test.each([
  ['e\u0301', true],
  ['か\u3099', true],
  ['\u1100', true],
  ['é', false],
  ['か\u309B', false],
  ['\u1200', false],
])('a segment with %j may have combining marks: %s', (text, may) => {
  const csv = `a,b\n1,x\n2,${text}\n`;
  expect(profilesOf(csv, mustPlan(csv))[0]?.mayHaveMarks).toBe(may);
  expect(join(csv)?.mayHaveMarks).toBe(may);
});

test('a segment has the offsets of its first records, at most as many as the alignment', () => {
  const text = 'a,b\n1,x\n22,y\n3,z\n4,w\n';
  const startsOf = (alignment: number) => [...(profilesOf(text, mustPlan(text), alignment)[0]?.starts ?? [])];
  expect(startsOf(1)).toEqual([4]);
  expect(startsOf(3)).toEqual([4, 8, 13]);
  expect(startsOf(100)).toEqual([4, 8, 13, 17]);
});

describe('segments are joined', () => {
  const rows = (count: number): string => Array.from({ length: count }, (_, row) => `${row},"t${row}"\n`).join('');
  const text = `a,b\n${rows(200)}`;

  test.each([
    [1, 0],
    [3, 0],
    [7, 60],
    [100, 0],
  ])(
    'in parts that begin at multiples of %i records, and have up to %i if segments are shorter',
    (alignment, partRecords) => {
      const planning = { segmentBytes: 150, alignment, partRecords };
      const joined = join(text, planning);
      const parts = joined?.fast.parts ?? [];
      expect(joined?.rowCount).toBe(200);
      expect(parts[0]).toMatchObject({ start: 4, firstRow: 0 });
      expect(parts.at(-1)?.end).toBe(text.length);
      expect(parts.length).toBeGreaterThan(1);
      for (const [index, { start, firstRow }] of parts.entries()) {
        expect(firstRow % alignment).toBe(0);
        expect(text.slice(start)).toMatch(new RegExp(`^${firstRow},`));
        if (index > 0) expect(parts[index - 1]?.end).toBe(start);
        const records = (parts[index + 1]?.firstRow ?? 200) - firstRow;
        if (partRecords > 0) expect(records).toBeLessThanOrEqual(partRecords);
        if (partRecords > 0 && index < parts.length - 1) expect(records).toBeGreaterThan(partRecords / 2);
      }
    },
  );

  test('with places that count from the first line of the file', () => {
    const csv = `"a\na",b\n${rows(100)}x,y\n${rows(40)}`;
    const joined = join(csv, { segmentBytes: 150 });
    const [profiler] = joined?.profilers ?? [];
    expect(profiler?.finish(null).evidence?.first).toMatchObject({
      text: 'x',
      record: 100,
      numbersBefore: 100,
      place: { line: 103, column: 1 },
    });
  });

  test('which are plain if all are', () => {
    const csv = `a,b,c\n${'1,2,x\n'.repeat(100)}+1,,x\n${'1,2.5,x\n'.repeat(100)}`;
    expect(join(csv, { segmentBytes: 100 })?.fast.arePlain).toEqual([false, true, true]);
    expect(join(csv)?.fast.arePlain).toEqual([false, true, true]);
  });

  test('unless one is not regular, or there is no record', () => {
    const plan = mustPlan(text, { segmentBytes: 150 });
    const segments = profilesOf(text, plan);
    expect(joinSegments(plan, [...segments.slice(1), null], 1, 0)).toBeNull();
    expect(join('a,b\n')).toBeNull();
    expect(join('a,b\n1,x\n')).not.toBeNull();
  });
});

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import type { Source } from '../../../../src/model.ts';
import { beginProfile, profileSource } from '../../../../src/pipeline/first-pass.ts';
import { byteLane } from '../../../../src/pipeline/read-as-bytes.ts';
import { textLane } from '../../../../src/pipeline/read-as-text.ts';
import { beginDataset } from '../../../../src/pipeline/second-pass.ts';
import type { Profiled, ReadingOptions, RecordPart, Start } from '../../../../src/pipeline/task-types.ts';
import { HANDLERS, readingHere } from '../../../../src/pipeline/tasks.ts';
import { startHere } from '../../../../src/pipeline/threads/batch.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';
import { isOpen } from '../../../support/open-files.ts';

function sourceOf(text: string, csv: Record<string, unknown> = {}): Source {
  return undescribedSource(join(folderWith({ 'x.csv': text }), 'x.csv'), 'x.csv', { csv });
}

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${row(index)}\n`).join('');
const OPTIONS: ReadingOptions = { site: null, segmentBytes: 512, asText: false };

/** How files are read on this thread. `started` has the kind of each task, in order, and whether it must be done here. */
function recordingReading(options: Partial<ReadingOptions> = {}): {
  reading: Parameters<typeof beginProfile>[1];
  started: [kind: string, count: number, here: boolean][];
  counters: WorkCounters;
} {
  const counters = new WorkCounters();
  const started: [string, number, boolean][] = [];
  const here = startHere(HANDLERS, counters);
  const start: Start = (kind, inputs, given) => {
    started.push([kind, inputs.length, given?.here === true]);
    return here(kind, inputs, given);
  };
  return { reading: { ...OPTIONS, ...options, start, counter: counters }, started, counters };
}

describe('a file is begun', () => {
  const REGULAR = `n\n${rows(255, () => '1')}`;

  test('as one task if it is no longer than a segment, and otherwise in segments that any thread may take', () => {
    const source = sourceOf(REGULAR);
    expect(statSync(source.path).size).toBe(512);
    const short = recordingReading();
    beginProfile(source, short.reading);
    expect(short.started).toEqual([['profile-file', 1, false]]);
    const long = recordingReading({ segmentBytes: 511 });
    beginProfile(source, long.reading);
    expect(long.started).toEqual([['profile-segment', 1, false]]);
    const longer = recordingReading({ segmentBytes: 128 });
    beginProfile(source, longer.reading);
    expect(longer.started).toEqual([['profile-segment', 4, false]]);
  });

  test.each([
    ['must be read as text', {}, { asText: true }],
    ['is not regular', { comment: '#' }, {}],
  ])('as one task if it %s, and is not left open', (_, csv, options) => {
    const source = sourceOf(REGULAR, csv);
    const { reading, started } = recordingReading({ segmentBytes: 128, ...options });
    beginProfile(source, reading);
    expect(started).toEqual([['profile-file', 1, false]]);
    expect(isOpen(source.path)).toBe(false);
  });

  test('and is closed while it waits, and once it was read', () => {
    for (const text of [REGULAR, `n\n${rows(255, () => '1 "')}`]) {
      const source = sourceOf(text);
      const end = beginProfile(source, recordingReading({ segmentBytes: 128 }).reading);
      expect(isOpen(source.path)).toBe(false);
      end(() => {});
      expect(isOpen(source.path)).toBe(false);
    }
  });

  test('and its change until the end is all that is reported of it', () => {
    for (const segmentBytes of [128, 1024]) {
      const source = sourceOf(`n\n${rows(255, () => '1')}`);
      const end = beginProfile(source, recordingReading({ segmentBytes }).reading);
      writeFileSync(source.path, 'other,names\n1,2\n3\n');
      const problems: Problem[] = [];
      expect(end((it) => problems.push(it))).toBeNull();
      expect(problems.map(({ code }) => code)).toEqual(['file-changed']);
    }
  });
});

describe('the work on all rows of a table is left to any thread', () => {
  /** Whether duplicates and statistics are worked out here. */
  const areHere = (count: number, columns = 1, segmentBytes = 1 << 20): boolean[] => {
    const { reading, started } = recordingReading({ segmentBytes });
    const names = Array.from({ length: columns }, (_, column) => `n${column}`);
    const text = `${names.join(',')}\n${rows(count, () => names.map(() => '1').join(','))}`;
    profileSource(sourceOf(text), () => {}, reading);
    return ['find-duplicates', 'summarise-numbers'].map((kind) => started.find(([it]) => it === kind)?.[2] as boolean);
  };

  test('from some thousands of rows on', () => {
    expect(areHere(1 << 14)).toEqual([true, true]);
    expect(areHere((1 << 14) + 1)).toEqual([false, false]);
  });

  test('unless the numbers are in very many pieces', () => {
    expect(areHere((1 << 14) + 1, 32, 1 << 13)).toEqual([false, true]);
  });
});

describe('the work that is counted', () => {
  /** What is counted of a file in the first pass and in both. */
  const countedOf = (text: string, options: Partial<ReadingOptions>): unknown[] => {
    const source = sourceOf(text);
    const { reading, counters } = recordingReading(options);
    const problems: Problem[] = [];
    const profiled = profileSource(source, (it) => problems.push(it), reading) as Profiled;
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { bytes, rows: read } = counters.counted;
    const first = [bytes, read];
    counters.reset();
    const output = memoryOutput();
    beginDataset(profiled, output, { prefix: '/', pageSizes: [100] }, reading)(() => {});
    expect(counters.counted.files).toBe(output.files.size);
    return [first, [counters.counted.bytes, counters.counted.rows]];
  };
  const PLAIN = `n,text\n${rows(300, (index) => `${index},text`)}`;
  const HEADER = 'n,text\n'.length;

  test('is all records of a regular file, in either pass', () => {
    const body = PLAIN.length - HEADER;
    expect(countedOf(PLAIN, { segmentBytes: 1 << 20 })).toEqual([
      [body, 300],
      [body, 300],
    ]);
    expect(countedOf(PLAIN, { segmentBytes: 300, site: { prefix: '/', pageSizes: [100] } })).toEqual([
      [body, 300],
      [body, 300],
    ]);
  });

  test('is the whole of a file that is read as text', () => {
    expect(countedOf(PLAIN, { asText: true })).toEqual([
      [PLAIN.length, 300],
      [PLAIN.length, 300],
    ]);
  });

  test('is that of a file that turns out to be irregular at its end only once', () => {
    const text = `${PLAIN}\n301,text\n`;
    const [first] = countedOf(text, { segmentBytes: 300, site: { prefix: '/', pageSizes: [100] } });
    expect(first).toEqual([text.length, 301]);
  });
});

describe('a lane refuses', () => {
  test('a part without a place in the file, if it reads bytes', () => {
    const part = { source: { file: 'x.csv' }, range: null } as unknown as RecordPart;
    expect(() => byteLane.write(part, [], new WorkCounters())).toThrow('x.csv is read as text');
  });

  test('a file that is closed, if it reads text', () => {
    const opened = { source: { file: 'x.csv' }, csv: null } as unknown as Parameters<typeof textLane.profile>[0];
    expect(textLane.profile(opened, readingHere())).toThrow('x.csv is closed');
  });
});

test('texts are not quoted in problems of a file of which a column is left out', () => {
  const text = `n,secret\n${rows(30, (index) => `${index},hush`)}1,hush,more\n`;
  const excerptsOf = (omitted: string[]): (string | null)[] => {
    const source = sourceOf(text);
    const problems: Problem[] = [];
    profileSource({ ...source, format: { ...source.format, omitted } }, (it) => problems.push(it), readingHere());
    return problems.filter(({ severity }) => severity === 'error').map(({ excerpt }) => excerpt);
  };
  expect(excerptsOf([])).toEqual(['1,hush,more']);
  expect(excerptsOf(['secret'])).toEqual([null]);
});

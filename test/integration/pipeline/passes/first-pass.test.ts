import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import type { Source } from '../../../../src/model.ts';
import { beginProfile, profileSource } from '../../../../src/pipeline/first-pass.ts';
import { beginDataset } from '../../../../src/pipeline/second-pass.ts';
import type { Profiled, ReadingOptions, Start } from '../../../../src/pipeline/task-types.ts';
import { HANDLERS, readingHere } from '../../../../src/pipeline/tasks.ts';
import { startHere } from '../../../../src/pipeline/threads/batch.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';
import { isOpen } from '../../../support/open-files.ts';

function sourceOf(text: string, csv: Record<string, unknown> = {}): Source {
  return undescribedSource(join(folderWith({ 'x.csv': text }), 'x.csv'), 'x.csv', { csv });
}

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${row(index)}\n`).join('');
const OPTIONS: ReadingOptions = { site: null, segmentBytes: 512, asText: false, temporary: tmpdir() };

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
      end();
      expect(isOpen(source.path)).toBe(false);
    }
  });

  test('and its change until the end is all that is reported of it', () => {
    for (const segmentBytes of [128, 1024]) {
      const source = sourceOf(`n\n${rows(255, () => '1')}`);
      const end = beginProfile(source, recordingReading({ segmentBytes }).reading);
      writeFileSync(source.path, 'other,names\n1,2\n3\n');
      const { profiled, problems } = end();
      expect(profiled).toBeNull();
      expect(problems.map(({ code }) => code)).toEqual(['file-changed']);
    }
  });
});

test.each([false, true])('what is kept of a long file in a temporary file is as in memory (as text: %s)', (asText) => {
  const row = (index: number): string =>
    `${index},name ${(index * 7919) % 8999},${index % 9 === 0 ? '' : index / 8},${index % 3},k${index >> 2}`;
  const source = sourceOf(`id,name,value,third,kind\n${rows(12_000, row)}${rows(12_000, row)}`);
  const temporary = folderWith({});
  const found = [temporary, '/dev/null/none'].map((folder) => {
    const { reading } = recordingReading({ segmentBytes: 1 << 14, asText, temporary: folder });
    const end = beginProfile(source, reading);
    if (!asText) expect(isOpen(folder)).toBe(folder === temporary);
    const { profiled, problems } = end();
    expect(isOpen(temporary)).toBe(false);
    expect(problems.map(({ code }) => code)).toContain('rows-repeated');
    return { dataset: profiled?.dataset, problems };
  });
  expect(found[0]).toEqual(found[1]);
  expect(found[0]?.dataset?.profiles[1]?.distribution.distinct).toEqual({ count: 8999, isExact: true });
  expect(readdirSync(temporary)).toEqual([]);
});

test('equal rows are a doubt, unless they have a single cell', () => {
  const codesOf = (text: string): string[] =>
    profileSource(sourceOf(text), readingHere()).problems.map(({ code }) => code);
  expect(codesOf('n,m\n1,2\n3,4\n1,2\n3,4\n')).toContain('rows-repeated');
  expect(codesOf('n\n1\n3\n1\n3\n')).not.toContain('rows-repeated');
});

describe('the work that is counted', () => {
  /** What is counted of a file in the first pass and in both. */
  const countedOf = (text: string, options: Partial<ReadingOptions>): unknown[] => {
    const source = sourceOf(text);
    const { reading, counters } = recordingReading(options);
    const { profiled, problems } = profileSource(source, reading);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { bytes, rows: read } = counters.counted;
    const first = [bytes, read];
    counters.reset();
    const output = memoryOutput();
    beginDataset(
      profiled as Profiled,
      { output, site: { prefix: '/', pageSizes: [100] }, counter: counters },
      reading.start,
    )();
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

  test('is that of a file that turns out to be irregular at its end only once', () => {
    const text = `${PLAIN}\n301,text\n`;
    const [first] = countedOf(text, { segmentBytes: 300, site: { prefix: '/', pageSizes: [100] } });
    expect(first).toEqual([text.length, 301]);
  });
});

test('texts are not quoted in problems of a file of which a column is left out', () => {
  const text = `n,secret\n${rows(30, (index) => `${index},hush`)}1,hush,more\n`;
  const excerptsOf = (omitted: string[]): (string | null)[] => {
    const source = sourceOf(text);
    const { problems } = profileSource({ ...source, format: { ...source.format, omitted } }, readingHere());
    return problems.filter(({ severity }) => severity === 'error').map(({ excerpt }) => excerpt);
  };
  expect(excerptsOf([])).toEqual(['1,hush,more']);
  expect(excerptsOf(['secret'])).toEqual([null]);
});

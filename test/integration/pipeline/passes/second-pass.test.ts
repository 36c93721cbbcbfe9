import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import { profileSource } from '../../../../src/pipeline/first-pass.ts';
import { folderOutput } from '../../../../src/pipeline/output/folder-output.ts';
import { beginDataset } from '../../../../src/pipeline/second-pass.ts';
import type { RecordPart, Start } from '../../../../src/pipeline/task-types.ts';
import { HANDLERS, readingHere } from '../../../../src/pipeline/tasks.ts';
import { startHere } from '../../../../src/pipeline/threads/batch.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-second-pass-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALIGNMENT = 30;
const COUNT = 1_000;

test('the parts of a dataset are numbered in order, and begin where a page begins', () => {
  const path = join(folder, 'ids.csv');
  writeFileSync(path, `id\n${Array.from({ length: COUNT }, (_, id) => `${id}\n`).join('')}`);
  const counters = new WorkCounters();
  const site = { prefix: '/', pageSizes: [ALIGNMENT] };
  const options = { site, segmentBytes: 512, asText: false };
  const profiled = profileSource(undescribedSource(path, 'ids.csv'), () => {}, readingHere(options, counters));
  if (!profiled) throw new Error('it cannot be read');
  const started: RecordPart[] = [];
  const here = startHere(HANDLERS, counters);
  const start: Start = (kind, inputs, ...others) => {
    started.push(...inputs.flatMap((input) => ('part' in input ? [input.part] : [])));
    return here(kind, inputs, ...others);
  };
  const output = folderOutput(join(folder, 'client'));
  const written = beginDataset(profiled, output, site, { start, counter: counters })((it) => {
    throw new Error(it.message);
  });
  expect(started.length).toBeGreaterThan(2);
  expect(started.map(({ number }) => number)).toEqual(started.map((_, index) => index));
  expect(started.map(({ firstRow }) => firstRow % ALIGNMENT)).toEqual(started.map(() => 0));
  expect(started.map(({ firstRow }) => firstRow)).toEqual(
    started.map(({ firstRow }) => firstRow).sort((a, b) => a - b),
  );
  expect(started.map(({ isLast }) => isLast)).toEqual(started.map((_, index) => index === started.length - 1));
  expect(written).toEqual(output.written);
});

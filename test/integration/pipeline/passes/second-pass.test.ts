import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Site } from '../../../../src/contract/routes.ts';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import type { WrittenFile } from '../../../../src/model.ts';
import { profileSource } from '../../../../src/pipeline/first-pass.ts';
import { type FolderOutput, folderOutput } from '../../../../src/pipeline/output/folder-output.ts';
import { beginDataset } from '../../../../src/pipeline/second-pass.ts';
import type { RecordPart, Start } from '../../../../src/pipeline/task-types.ts';
import { HANDLERS, readingHere } from '../../../../src/pipeline/tasks.ts';
import { startHere } from '../../../../src/pipeline/threads/batch.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';
import { readXlsx } from '../../../support/readers/xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-second-pass-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALIGNMENT = 30;
const COUNT = 1_000;

/** Writes a table of 1,000 numbers, whose file is read in segments; returns the folder of its files, the parts that were tasks, and what was written. */
function write(site: Site): { client: string; parts: RecordPart[]; written: WrittenFile[]; output: FolderOutput } {
  const path = join(folder, 'ids.csv');
  writeFileSync(path, `id\n${Array.from({ length: COUNT }, (_, id) => `${id}\n`).join('')}`);
  const counters = new WorkCounters();
  const options = { site, segmentBytes: 512, asText: false };
  const profiled = profileSource(undescribedSource(path, 'ids.csv'), () => {}, readingHere(options, counters));
  if (!profiled) throw new Error('it cannot be read');
  const parts: RecordPart[] = [];
  const here = startHere(HANDLERS, counters);
  const start: Start = (kind, inputs, ...others) => {
    parts.push(...inputs.flatMap((input) => ('part' in input ? [input.part] : [])));
    return here(kind, inputs, ...others);
  };
  const client = mkdtempSync(join(folder, 'client-'));
  const output = folderOutput(client);
  const written = beginDataset(profiled, output, site, { start, counter: counters })((it) => {
    throw new Error(it.message);
  });
  return { client, parts, written, output };
}

test('the parts of a dataset are numbered in order, and begin where a page begins', () => {
  const { parts: started, written, output } = write({ prefix: '/', pageSizes: [ALIGNMENT] });
  expect(started.length).toBeGreaterThan(2);
  expect(started.map(({ number }) => number)).toEqual(started.map((_, index) => index));
  expect(started.map(({ firstRow }) => firstRow % ALIGNMENT)).toEqual(started.map(() => 0));
  expect(started.map(({ firstRow }) => firstRow)).toEqual(
    started.map(({ firstRow }) => firstRow).sort((a, b) => a - b),
  );
  expect(started.map(({ isLast }) => isLast)).toEqual(started.map((_, index) => index === started.length - 1));
  expect(written).toEqual(output.written);
});

test('a workbook is one piece: one thread writes the whole dataset, and the other files are the same', async () => {
  const site: Site = { prefix: '/', pageSizes: [ALIGNMENT], formats: ['csv', 'parquet'] };
  const cut = write(site);
  const whole = write({ ...site, formats: ['csv', 'parquet', 'xlsx'] });
  expect(whole.parts).toEqual([]);
  const rows = (await readXlsx(readFileSync(join(whole.client, 'v1/datasets//data.xlsx')))).get('Records');
  expect(rows).toEqual([['id'], ...Array.from({ length: COUNT }, (_, id) => [id])]);
  const digests = new Map(whole.written.map(({ path, digest }) => [path, digest]));
  for (const { path, digest } of cut.written) {
    if (!path.endsWith('downloads.json')) expect([path, digests.get(path)]).toEqual([path, digest]);
  }
});

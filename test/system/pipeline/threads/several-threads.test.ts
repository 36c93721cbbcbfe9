import { appendFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOWNLOAD_FORMATS, type Site } from '../../../../src/contract/routes.ts';
import type { BuildOptions } from '../../../../src/pipeline/build.ts';
import { buildApi } from '../../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../../src/pipeline/output/folder-output.ts';
import type { BuildReport } from '../../../../src/pipeline/report.ts';
import { newWorkers } from '../../../../src/pipeline/start-workers.ts';
import { memoryOutput, textOf } from '../../../support/builds/memory-output.ts';
import { placesOf } from '../../../support/builds/problem-places.ts';
import {
  type Files,
  folderWith,
  rawDataWith,
  sidecarWith,
  withSidecar,
} from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';
import { POLLUTED_FILES } from '../../../support/polluted-files.ts';
import { realDatasets } from '../../../support/tables/real-data.ts';

/*
 * The output is the same for any number of threads, whichever of them reads and writes a dataset or a part of one.
 */

/** The real datasets of up to half a megabyte, among them some of many small segments: those of megabytes are read in the same ways. */
const FEW = realDatasets()
  .filter(({ csv }) => statSync(csv).size < 500_000)
  .map(({ config }) => config);

/** What a build reports, and its files. */
interface Built {
  report: BuildReport;
  files: ReadonlyMap<string, string>;
}

type Choice = Omit<BuildOptions, 'rawData' | 'site' | 'threads' | 'workers'> & Partial<Pick<BuildOptions, 'site'>>;

const SITE: Site = { prefix: '/', pageSizes: [100, 250], formats: DOWNLOAD_FORMATS };
const PACKED: Site = { ...SITE, layout: 'packed' };

/** Builds with two more threads, which are started however little work there is. */
function buildOnThreads(rawData: string, choice: Choice = {}): Built {
  const folder = folderWith({});
  const workers = newWorkers();
  workers.start(2);
  const report = buildApi({ rawData, site: SITE, threads: 3, workers, ...choice }, folderOutput(join(folder, 'out')));
  const bodies = [...contentOf(folder)].map(
    ([path, body]) => [path.slice('out/'.length), textOf(path, Buffer.from(body, 'latin1'))] as const,
  );
  return { report, files: new Map(bodies) };
}

/** Builds on one thread, into memory. */
function buildOnOne(rawData: string, choice: Choice = {}): Built {
  const output = memoryOutput();
  const report = buildApi({ rawData, site: SITE, ...choice }, output);
  return { report, files: output.files };
}

/**
 * A report without the order and the times in which the files were written, which differ, and without their digests, which memory has none
 * of.
 */
function comparableReport({ report }: Built): unknown {
  return { ...report, files: report.files.map(({ path, bytes }) => `${path} ${bytes}`).sort() };
}

/** Expects the same of both; returns the report of the build on one thread. */
function expectSame(rawData: string, choice: Choice = {}, one = buildOnOne(rawData, choice)): BuildReport {
  const several = buildOnThreads(rawData, choice);
  expect(comparableReport(several)).toEqual(comparableReport(one));
  const paths = new Set([...several.files.keys(), ...one.files.keys()]);
  expect([...paths].filter((path) => several.files.get(path) !== one.files.get(path))).toEqual([]);
  return one.report;
}

describe('the output is the same for', { timeout: 120_000 }, () => {
  test.each([
    ['as it is', {}],
    ['of small datasets as text', { only: FEW, asText: true }],
    ['of small datasets in small segments', { only: FEW, segmentBytes: 1 << 16 }],
    ['of small datasets in small segments, packed', { only: FEW, segmentBytes: 1 << 16, site: PACKED }],
  ])('the real catalogue %s', (_, choice: Choice) => {
    const plain = buildOnOne('raw-data', {
      ...(choice.site && { site: choice.site }),
      ...(choice.only && { only: FEW }),
    });
    expect(expectSame('raw-data', choice, plain)).toMatchObject({ ok: true, published: true });
  });

  test('files with errors or hints, among valid ones', () => {
    const files = POLLUTED_FILES.filter((_, index) => index % 8 === 0).flatMap(
      ({ file }, index): [string, Files[string]][] => [
        [`economy/file-${index}.csv`, file],
        [`economy/file-${index}.meta.json`, sidecarWith()],
      ],
    );
    // Whether a workbook is right is not asked here, and one for each file takes longer than all the rest.
    const site: Site = { ...SITE, formats: ['csv', 'parquet'] };
    const report = expectSame(rawDataWith(Object.fromEntries(files)), { site, keepGoing: true });
    const severities = new Set(report.problems.map(({ severity }) => severity));
    expect([...severities].sort()).toEqual(['error', 'hint']);
    expect(report.datasets.length).toBeGreaterThan(10);
  });

  test('files that turn out to be irregular at their end', () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row},text ${row}\n`).join('');
    const rawData = rawDataWith({
      ...withSidecar('economy/a', `n,text\n${rows}1,"x"y\n`),
      ...withSidecar('economy/b', `n,text\r\n${rows.replaceAll('\n', '\r\n')}`),
      ...withSidecar('economy/c', `n,text\n${rows} 1 , x \n`),
    });
    const report = expectSame(rawData, { keepGoing: true, segmentBytes: 1 << 16 });
    expect(report.datasets.map(({ config }) => config)).toEqual(['b', 'c']);
  });
});

/** Many small datasets. */
function smallDatasets(count: number): Files {
  const names = Array.from({ length: count }, (_, index) => `economy/d${String(index).padStart(3, '0')}`);
  return Object.fromEntries(
    names.flatMap((name, index) => [
      [`${name}.csv`, `n,text\n${index},x\n${index + 1},y\n`],
      [`${name}.meta.json`, sidecarWith({ columns: { n: { description: 'N' }, text: { description: 'T' } } })],
    ]),
  );
}

describe('of many small datasets, one that', () => {
  test.each([
    ['changes', (path: string) => appendFileSync(path, '9,z\n')],
    ['vanishes', (path: string) => rmSync(path)],
  ])('%s between its readings is reported, and nothing is published', (_, move) => {
    const rawData = rawDataWith(smallDatasets(40));
    const progress = (line: string): void => {
      if (line.startsWith('profile')) move(join(rawData, 'economy/d020.csv'));
    };
    const { report } = buildOnThreads(rawData, { progress });
    expect(report).toMatchObject({ ok: false, published: false });
    expect(placesOf(report.problems)).toEqual(['economy/d020.csv file-changed']);
  });

  test('cannot be written is reported', () => {
    const rawData = rawDataWith(smallDatasets(40));
    const folder = folderWith({ 'v1/datasets/d020': 'a file where a folder must be' });
    const workers = newWorkers();
    workers.start(2);
    const report = buildApi({ rawData, site: SITE, workers }, folderOutput(folder));
    expect(report).toMatchObject({ ok: false, published: false });
    expect(report.problems).toMatchObject([
      { code: 'output-unwritable', message: expect.stringContaining('d020') as string },
    ]);
  });
});

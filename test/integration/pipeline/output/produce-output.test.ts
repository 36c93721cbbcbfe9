import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { readManifest } from '../../../../src/pipeline/incremental/build-manifest.ts';
import { measureFolder } from '../../../../src/pipeline/output/output-folder.ts';
import { produceOutput } from '../../../../src/pipeline/produce-output.ts';
import type { Progress, Work } from '../../../../src/pipeline/progress.ts';
import { type SiteReport, secondsSince } from '../../../../src/pipeline/report.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { settingsWith } from '../../../support/builds/build-parts.ts';
import { placesOf } from '../../../support/builds/problem-places.ts';
import { CATALOGUE, folderWith, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';
import { filesBeside } from '../../../support/builds/versions.ts';

const SIDECAR = { columns: { x: { description: 'X' } } };
let place: string;
let out: string;
let rawData: string;
let lines: string[];
let works: Work[];

beforeEach(() => {
  place = folderWith({
    'raw-data/catalogue.json': CATALOGUE,
    ...withSidecar('raw-data/economy/a', 'x\n1\n2\n', SIDECAR),
    ...withSidecar('raw-data/economy/b', 'x\n12345\n', SIDECAR),
  });
  out = join(place, 'out');
  rawData = join(place, 'raw-data');
});

/** Builds the API; `lines` and `works` then have what was reported meanwhile. */
function build(
  given: Parameters<typeof settingsWith>[0] = {},
  onLine: (line: string) => void = () => {},
): Promise<SiteReport> {
  lines = [];
  works = [];
  const progress: Progress = Object.assign(
    (line: string) => {
      lines.push(line.replaceAll(place, '…'));
      onLine(line);
    },
    { working: (work: Work) => works.push(work) },
  );
  return buildSite(settingsWith({ apiOnly: true, rawData, out, threads: 1, ...given }), progress);
}

/** Beside the files of /v1, an output of the API alone has the client and, here, three feeds. */
const OTHER_FILES = 5;

const edit = (text: string): void => writeFiles(rawData, { 'economy/b.csv': text });

describe('a build prints', () => {
  test('what it has done, with all counts', async () => {
    const { files } = await build();
    const ofApi = `publish   ${files - OTHER_FILES} files of /v1`;
    expect(lines).toEqual(['discover  2 datasets', 'profile   2 datasets, 3 rows', ofApi]);
  });

  test('how many datasets stay as they are, and that nothing was to be done', async () => {
    await build();
    edit('x\n1\n2\n3\n4\n');
    const { files } = await build();
    expect(lines).toEqual([
      'discover  2 datasets',
      'keep      1 dataset from the last build',
      'profile   2 datasets, 6 rows',
      `publish   ${files - OTHER_FILES} files of /v1`,
    ]);
    await build();
    expect(lines).toEqual(['unchanged 2 datasets: the output is up to date']);
  });

  test('which files were not as they were published, or were not published', async () => {
    await build();
    truncateSync(join(out, 'client/v1/datasets/a.json'), 3);
    await build();
    expect(lines[0]).toBe(
      'repair    client/v1/datasets/a.json: changed or removed since the last build; will be restored',
    );
    truncateSync(join(out, 'client/v1/datasets/a.json'), 3);
    rmSync(join(out, 'client/v1/index.json'));
    await build();
    expect(lines[0]).toMatch(
      /^repair {4}2 files, such as client\/v1\/[a-z/.]+: changed or removed since the last build;/,
    );
    truncateSync(join(out, 'client/almanac.js'), 3);
    await build();
    expect(lines[0]).toBe('repair    client/almanac.js: changed or removed since the last build; will be restored');
    writeFileSync(join(out, 'client/v1/datasets/a/stray.json'), '');
    await build();
    expect(lines[0]).toBe(
      'repair    client/v1/datasets/a/: changed since the last build; any added files are left out',
    );
    writeFileSync(join(out, 'stray.json'), '');
    await build({ verify: true });
    expect(lines[0]).toBe('repair    the output: changed since the last build; any added files are left out');
    await build();
    expect(lines).toEqual(['unchanged 2 datasets: the output is up to date']);
  });
});

describe('a report', () => {
  test('counts the files of the output, and has the seconds that it took', async () => {
    const before = performance.now();
    const { files, bytes, seconds, ...others } = await build();
    const took = (performance.now() - before) / 1000;
    expect({ files, bytes }).toEqual(measureFolder(join(out, 'client')));
    expect(others).toMatchObject({ ok: true, published: true, problems: [] });
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(took + 0.001);
    expect(String(seconds)).toMatch(/^\d+(?:\.\d{1,3})?$/);
    const later = await build();
    expect(later).toMatchObject({ files, bytes, ok: true, published: true });
    expect(secondsSince(process.uptime() - 2)).toBeCloseTo(2, 2);
  });

  test('of a refused output says why, and what to do', async () => {
    writeFiles(place, { 'out/mine.txt': 'mine' });
    expect(await build()).toMatchObject({
      ok: false,
      published: false,
      datasets: [],
      problems: [
        {
          code: 'setting-invalid',
          file: null,
          message: `cannot use ${out} as the output folder: it contains files that were not made by Almanac`,
          help: 'Choose another folder with --out DIR.',
        },
      ],
      files: 0,
      bytes: 0,
    });
    const [inside] = (await build({ out: join(rawData, 'out') })).problems;
    expect(inside?.message).toBe(`cannot use ${join(rawData, 'out')} as the output folder: it is inside the raw data`);
    const [around] = (await build({ out: place })).problems;
    expect(around?.message).toBe(`cannot use ${place} as the output folder: it contains the raw data`);
    expect(filesBeside(out)).toEqual(['raw-data']);
  });

  test('of an output that cannot be written is one problem', async () => {
    const long = 'x'.repeat(250);
    const { problems, published, seconds } = await build({ out: join(place, long) });
    expect(published).toBe(false);
    expect(problems).toMatchObject([
      { code: 'output-unwritable', message: expect.stringMatching(/^cannot write .*: name too long$/) },
    ]);
    expect(seconds).toBeGreaterThan(0);
  });

  test('has fixes that were tried also if the raw data was not searched again', async () => {
    const { problems: first } = await build();
    expect(first).toEqual([]);
    edit(`x\n${Array.from({ length: 40 }, (_, row) => `${row}\n`).join('')}*\n`);
    const { problems } = await build();
    expect(problems.map(({ code, fixes }) => [code, fixes.length])).toEqual([['nearly-numeric', 1]]);
  });
});

describe('beside an output', () => {
  test('the output before it is kept, unless files are compressed', async () => {
    await build();
    edit('x\n2\n');
    await build();
    expect(existsSync(join(place, '.out-recycled'))).toBe(true);
    edit('x\n3\n');
    await build({ precompress: true });
    expect(existsSync(join(place, '.out-recycled'))).toBe(false);
  });

  test('a folder that is not an output stays, whatever its name', async () => {
    writeFiles(place, { '.out-recycled/mine.txt': 'mine' });
    await build();
    edit('x\n2\n');
    expect((await build()).problems).toEqual([]);
    expect(readdirSync(join(place, '.out-recycled'))).toEqual(['mine.txt']);
  });

  test('what somebody has put into the output is named, and kept with the old one until the next build', async () => {
    await build({ precompress: true });
    // Without a manifest, only what is at the top can be told from what a build has made.
    writeFiles(out, { '.git/config': 'mine', 'client/CNAME': 'data.example.org' });
    const named = (problems: readonly Problem[]): (string | undefined)[] =>
      problems.map(({ code, message, help }) => (code === 'output-foreign' ? `${message} ${help}` : code));
    const [unlisted] = named((await build({ precompress: true, pageSizes: [10, 100] })).problems);
    expect(unlisted).toContain(`${out} contained what this build did not make: .git, client/CNAME It was moved to `);
    expect(readFileSync(join(place, '.out-recycled/.git/config'), 'utf8')).toBe('mine');
    await build();
    expect(readdirSync(place).sort()).toEqual(['.out-recycled', 'out', 'raw-data']);
    const deep = ['CNAME', 'client/v1/datasets/a/notes', ...[1, 2, 3, 4, 5].map((at) => `client/v1/${at}.md`)];
    writeFiles(out, Object.fromEntries(deep.map((path) => [path, 'mine'])));
    // A folder of somebody else has the name of the one in which the old output would be kept.
    rmSync(join(place, '.out-recycled'), { recursive: true });
    writeFiles(place, { '.out-recycled/mine.txt': 'mine' });
    edit('x\n2\n');
    const [listed = ''] = named((await build()).problems);
    expect(listed).toContain(`${out} contained what this build did not make: CNAME, client/v1/1.md, client/v1/2.md`);
    expect(listed).toContain(' and 2 more It was moved to ');
    const [, kept = ''] = /It was moved to (\S+) /.exec(listed) ?? [];
    for (const path of deep) expect(readFileSync(join(kept, path), 'utf8'), path).toBe('mine');
    edit('x\n3\n');
    expect((await build()).problems).toEqual([]);
    expect(existsSync(kept)).toBe(true);
    expect(readdirSync(join(place, '.out-recycled'))).toEqual(['mine.txt']);
  });

  test('nothing is left if a build is refused', async () => {
    await build();
    edit('x\n1,2\n');
    expect((await build()).published).toBe(false);
    expect(filesBeside(out)).toEqual(['raw-data']);
  });
});

test('a kept dataset whose files were damaged is read again, and a change meanwhile is reported', async () => {
  await build();
  const clean = contentOf(out);
  const damage = (): void => rmSync(join(out, 'client/v1/datasets/a/schema.json'));
  damage();
  await build();
  expect(contentOf(out)).toEqual(clean);
  damage();
  const { published, problems } = await build({}, (line) => {
    if (line.startsWith('profile')) rmSync(join(rawData, 'economy/a.csv'));
  });
  expect([published, placesOf(problems)]).toEqual([false, ['economy/a.csv file-changed']]);
});

test('a file that changes between its readings is reported, and nothing is published', async () => {
  const { ok, published, problems } = await build({}, (line) => {
    if (line.startsWith('profile')) edit('x\n54321\n');
  });
  expect([ok, published, placesOf(problems)]).toEqual([false, false, ['economy/b.csv file-changed']]);
  expect(existsSync(out)).toBe(false);
});

test('a manifest lists the files as they are in the output', async () => {
  await build();
  const folders = readManifest(out)?.output() ?? [];
  expect(folders.map(({ path }) => path)).toContain('client/v1/datasets/');
  for (const { path, names, sizes, times } of folders) {
    const there = names.map((name) => statSync(join(out, path, name)));
    expect([sizes, times]).toEqual([there.map(({ size }) => size), there.map(({ mtimeMs }) => Math.floor(mtimeMs))]);
  }
  await build({ verify: true });
  expect(lines).toEqual(['unchanged 2 datasets: the output is up to date']);
});

/** Makes an output without settings and inputs. */
function make(isApiOnly: boolean, makeIn: Parameters<typeof produceOutput>[0]['makeIn']): Promise<SiteReport> {
  return produceOutput({ out, inputs: [], isApiOnly, settings: null, maxSize: null, makeIn }, () => {});
}

test('an output that is made from other inputs reuses nothing, and has no manifest', async () => {
  for (let time = 0; time < 2; time += 1) {
    const report = await make(false, (folder, reuse) => {
      expect([reuse, readdirSync(folder)]).toEqual([null, []]);
      writeFiles(folder, { '.almanac-output': '', 'client/a/page.html': 'abc', 'client/b.json': '{}' });
      return { ok: true, published: true, datasets: [], problems: [], files: [], fixable: [] };
    });
    // Of an output with pages, all files are counted.
    expect(report).toMatchObject({ ok: true, published: true, files: 2, bytes: 5 });
    expect(readdirSync(out).sort()).toEqual(['.almanac-output', 'client']);
    expect(filesBeside(out)).toEqual(['raw-data']);
  }
});

describe('a site of a largest size', () => {
  test('is published within it, near it with a hint that the next build repeats, and above it not at all', async () => {
    const { bytes } = await build();
    const before = contentOf(out);
    const refused = await build({ maxSize: bytes - 1, pageSizes: [10, 100] });
    expect(refused).toMatchObject({ ok: false, published: false, problems: [{ code: 'site-too-large' }] });
    expect(contentOf(out)).toEqual(before);
    for (const started of ['discover', 'unchanged']) {
      const near = await build({ maxSize: bytes });
      expect(near).toMatchObject({ ok: true, published: true, problems: [{ code: 'site-nearly-too-large' }] });
      expect(lines[0]).toMatch(new RegExp(`^${started}`));
    }
    const small = await build({ maxSize: 2 * bytes });
    expect(small).toMatchObject({ ok: true, published: true, problems: [] });
  });
});

test('a mistake in the code that makes an output is thrown, and leaves the old one', async () => {
  await build();
  const before = contentOf(out);
  const failing = make(true, () => {
    throw new TypeError('a mistake');
  });
  await expect(failing).rejects.toThrow(new TypeError('a mistake'));
  expect(contentOf(out)).toEqual(before);
  expect(readFileSync(join(dirname(out), 'raw-data/economy/a.csv'), 'utf8')).toBe('x\n1\n2\n');
});

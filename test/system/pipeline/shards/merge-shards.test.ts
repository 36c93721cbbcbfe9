import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { DOWNLOAD_FORMATS, isFeed, MODULE_FILES } from '../../../../src/contract/routes.ts';
import type { SiteReport } from '../../../../src/pipeline/report.ts';
import { buildShard } from '../../../../src/pipeline/shards/build-shard.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { buildShards, mergeApi, settingsWith } from '../../../support/builds/build-parts.ts';
import {
  type Files,
  folderForAll,
  folderWith,
  rawDataWith,
  withSidecar,
  writeFiles,
} from '../../../support/builds/raw-data-folder.ts';
import { contentOf, runBuild, runCommand } from '../../../support/builds/run-build.ts';
import { comparable, rawDataOf } from '../../../support/builds/versions.ts';
import { runs } from '../../../support/runs.ts';

const folder = folderForAll();

const SIDECAR = { columns: { x: { description: 'X' } } };

describe('the shards of the real catalogue', () => {
  /** The shards are built as `given`, and compared with what one build made into `single`. */
  async function expectSame(of: number, given: Partial<Settings>, single: string, report: SiteReport): Promise<void> {
    const place = join(folder, `real-${of}`);
    const parts = await buildShards(place, of, given);
    const { ok, datasets } = report;
    const mergedReport = await mergeApi(parts.reverse(), join(place, 'out'));
    expect(mergedReport).toMatchObject({ ok, published: true, datasets, problems: [] });
    const isKept = ([path]: [string, string]): boolean =>
      path.startsWith('v1/') || isFeed(path) || MODULE_FILES.includes(path);
    const expected = [...contentOf(join(single, 'client'))].filter(isKept);
    const merged = contentOf(join(place, 'out/client'));
    expect([...merged.keys()]).toEqual(expected.map(([path]) => path));
    expect(expected.filter(([path, body]) => merged.get(path) !== body).map(([path]) => path)).toEqual([]);
    rmSync(place, { recursive: true });
  }

  test('merge into the output of one build', { timeout: 120_000 }, () =>
    expectSame(4, {}, inject('builtSite'), inject('buildReport')),
  );
});

/** Texts that need care in JSON. */
const title = fc.oneof(
  fc.constantFrom('Prices', '"quoted"', 'a\\b', '</script>', 'Zürich\u2028', '🌾'),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== ''),
);

const catalogues = fc.record({
  title,
  license: fc.option(title, { nil: undefined }),
  logo: fc.option(fc.constant('logo.svg'), { nil: undefined }),
  language: fc.constantFrom(undefined, 'de-CH', 'ar'),
  keywords: fc.array(title, { maxLength: 3 }),
  written: fc.subarray(['theme.css', 'home.md', 'pages/about.md']),
  categories: fc.uniqueArray(fc.constantFrom('economy', 'people', 'a', 'z-9'), { minLength: 1 }),
  datasets: fc.uniqueArray(
    fc.record({
      config: fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/).filter((it) => !/^(?:con|prn|aux|nul|limit|index)$/.test(it)),
      name: title,
      rows: fc.integer({ min: 0, max: 230 }),
      category: fc.nat(),
    }),
    { maxLength: 8, selector: ({ config }) => config },
  ),
});

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><title>Zürich</title></svg>';

/** What publishers write, with an element of each kind. */
const WRITTEN: Files = {
  'theme.css': ':root { --round: 0 }\n',
  'home.md':
    'To the [**list**](/datasets/), to [about](pages/about.md#who) and <https://example.org/>.\n\n> *a*  \n`b`\n\n***\n',
  'pages/about.md':
    '# About\n\n## Who\n\n[up](#who)\n\n| a | b |\n|:-:|--:|\n| ~~1~~ | 2 |\n\n3. - [x] x\n\n~~~\ncode\n~~~\n',
};

/** The raw data of a random catalogue. */
function filesOf({
  title: text,
  categories,
  datasets,
  written,
  ...others
}: Parameters<Parameters<typeof catalogues.map>[0]>[0]): Files {
  const described = categories.map((name) => [name, { title: name, description: 'Of it.' }]);
  const head = { title: text, description: 'All of it.', ...others, categories: Object.fromEntries(described) };
  const files = datasets.flatMap(({ config, name, rows, category }) => {
    const path = `${categories[category % categories.length]}/${config}`;
    const data = Array.from({ length: rows }, (_, row) => `${row}.5\n`).join('');
    return Object.entries(withSidecar(path, `x\n${data}`, { ...SIDECAR, name }));
  });
  const look = written
    // Without the page, the link to it would be broken.
    .filter((path) => path !== 'home.md' || written.includes('pages/about.md'))
    .map((path) => [path, WRITTEN[path]]);
  return { 'catalogue.json': JSON.stringify(head), 'logo.svg': LOGO, ...Object.fromEntries([...files, ...look]) };
}

test('the merged shards of any catalogue are the same as one build', async () => {
  // No catalogue has as many datasets as the most shards.
  const several = fc.constantFrom(1, 2, 3, 10);
  const pageSizes = fc.constantFrom([100], [10, 100]);
  const layout = fc.constantFrom('pages' as const, 'packed' as const);
  const formats = fc.constantFrom(DOWNLOAD_FORMATS, ['csv' as const], []);
  const site = fc.constantFrom(null, 'https://data.example.org');
  const base = fc.constantFrom('/', '/open/data/');
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      catalogues,
      several,
      fc.record({ pageSizes, layout, formats, site, base }),
      async (catalogue, of, given) => {
        run += 1;
        const place = join(folder, `random-${run}`);
        const rawData = join(place, 'raw-data');
        writeFiles(rawData, filesOf(catalogue));
        const settings = settingsWith({ ...given, rawData, out: join(place, 'single'), apiOnly: true });
        const single = await buildSite(settings, () => {});
        expect(single.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        const parts = await buildShards(join(place, 'parts'), of, { ...given, rawData });
        const merged = await mergeApi(parts, join(place, 'merged'));
        expect(merged.datasets).toEqual(single.datasets);
        expect(contentOf(join(place, 'merged'))).toEqual(contentOf(join(place, 'single')));
        rmSync(place, { recursive: true });
      },
    ),
    { numRuns: runs(40) },
  );
}, 120_000);

test('the commands make the output of one build, with pages and server, and the settings of the shards', async () => {
  const rawData = folderWith({ ...rawDataOf(1), ...WRITTEN });
  const place = folderWith({});
  const given = ['--quiet', '--raw-data', rawData, '--site', 'https://data.example.org', '--base', '/open'];
  const flags = [...given, '--page-sizes', '50,100', '--layout', 'packed'];
  expect(await runBuild([...flags, '--out', join(place, 'single')])).toMatchObject({ code: 0, stderr: '' });
  for (const number of [1, 2]) {
    const part = await runBuild([...flags, '--shard', `${number}/2`, '--out', join(place, `part-${number}`)]);
    expect(part).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(place, `part-${number}`)).sort()).toEqual([
      '.almanac-build.json',
      '.almanac-output',
      'client',
      'shard.json',
    ]);
  }
  const parts = [join(place, 'part-2'), join(place, 'part-1')];
  const merged = await runCommand('merge', ['--json', '--out', join(place, 'merged'), ...parts]);
  expect(merged.code).toBe(0);
  expect(merged.stderr).toMatch(/^merge +2 shards, 3 datasets, 750 rows$/m);
  expect(JSON.parse(merged.stdout)).toMatchObject({ ok: true, datasets: [{ config: 'prices' }, {}, {}], problems: [] });
  expect(contentOf(join(place, 'merged/client'))).toEqual(contentOf(join(place, 'single/client')));
  expect(comparable(join(place, 'merged'))).toEqual(comparable(join(place, 'single')));

  // Whoever edits a shard does not change what is published.
  const identitiesIn = (out: string): number[] =>
    [...contentOf(join(out, 'client')).keys()].map((path) => statSync(join(out, 'client', path)).ino);
  const shared = new Set(parts.flatMap(identitiesIn));
  expect(identitiesIn(join(place, 'merged')).filter((it) => shared.has(it))).toEqual([]);

  // The shards are unchanged, and can be merged again.
  const again = await runCommand('merge', ['--quiet', '--api-only', '--out', join(place, 'api'), ...parts]);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(contentOf(join(place, 'api/client/v1'))).toEqual(contentOf(join(place, 'single/client/v1')));
}, 60_000);

const SOUND: Files = {
  ...withSidecar('economy/a', 'x\n1\n', SIDECAR),
  ...withSidecar('economy/b', 'x\n12345\n', SIDECAR),
};

test('shards built with --keep-going merge into the output of one build with --keep-going', async () => {
  const broken = withSidecar('economy/c', 'x\n1,2\n', SIDECAR);
  const rawData = rawDataWith({ ...SOUND, ...broken });
  const place = folderWith({});
  const given = { rawData, keepGoing: true };
  const single = await buildSite(settingsWith({ ...given, apiOnly: true, out: join(place, 'single') }), () => {});
  const parts = await buildShards(join(place, 'parts'), 3, given);
  const merged = await mergeApi(parts, join(place, 'merged'));
  expect(single).toMatchObject({ ok: false, datasets: [{ config: 'a' }, { config: 'b' }] });
  expect(merged).toMatchObject({ ok: true, datasets: single.datasets });
  expect(contentOf(join(place, 'merged'))).toEqual(contentOf(join(place, 'single')));
});

test('an error of the whole catalogue is refused in every shard', async () => {
  const rawData = rawDataWith({ ...SOUND, ...withSidecar('governance/a', 'x\n1\n', SIDECAR) });
  for (const number of [1, 2, 3, 4]) {
    const settings = settingsWith({ rawData, out: join(folderWith({}), 'out') });
    const { published, problems } = await buildShard(settings, { number, of: 4 }, () => {});
    expect({ published, codes: problems.map(({ code }) => code) }).toEqual({
      published: false,
      codes: ['name-collision', 'name-collision'],
    });
  }
});

test('an empty shard is not reported as an empty catalogue', async () => {
  const rawData = rawDataWith(SOUND);
  const settings = settingsWith({ rawData, out: join(folderWith({}), 'out') });
  const report = await buildShard(settings, { number: 3, of: 3 }, () => {});
  expect(report).toMatchObject({ ok: true, published: true, datasets: [], problems: [] });
});

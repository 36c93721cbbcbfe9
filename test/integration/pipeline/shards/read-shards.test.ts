import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { digestOfFile } from '../../../../src/pipeline/files/file-digest.ts';
import { readShards } from '../../../../src/pipeline/shards/read-shards.ts';
import { buildShards } from '../../../support/builds/build-parts.ts';
import {
  CATALOGUE,
  folderForAll,
  folderWith,
  withSidecar,
  writeFiles,
} from '../../../support/builds/raw-data-folder.ts';

const folder = folderForAll();

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><title>Zürich</title></svg>';
const THEME = ':root { --round: 0 }\n';
const SIDECAR = { columns: { x: { description: 'X' } } };

beforeAll(async () => {
  const rawData = join(folder, 'raw-data');
  writeFiles(rawData, {
    'catalogue.json': JSON.stringify({ ...JSON.parse(CATALOGUE), logo: 'logo.svg', language: 'ar' }),
    'logo.svg': LOGO,
    'theme.css': THEME,
    'home.md': 'See the [API](/api/).\n',
    'pages/about.md': '# About us\n',
    ...withSidecar('economy/rents', `x\n${Array.from({ length: 250 }, (_, row) => `${row}\n`).join('')}`, {
      ...SIDECAR,
      formerly: ['flats'],
    }),
    ...withSidecar('economy/wages', 'x\n1\n', SIDECAR),
  });
  // The first of three shards has rents, the second wages, the third nothing.
  await buildShards(join(folder, 'pages'), 3, { rawData, pageSizes: [50, 100] });
  await buildShards(join(folder, 'packed'), 3, { rawData, layout: 'packed' });
});

let place: string;
beforeEach(() => {
  place = folderWith({});
});

/** A path in a copy of a shard, which is made when it is first needed. */
function at(shard: number, path = ''): string {
  const copy = join(place, `${shard}`);
  if (!existsSync(copy)) cpSync(join(folder, 'pages', `${shard}`), copy, { recursive: true });
  return join(copy, path);
}

/** All shards, of which a test may have changed its copies. */
function all(): string[] {
  const copies = ['1', '2', '3'].map((shard) => join(place, shard));
  return copies.map((copy, index) => (existsSync(copy) ? copy : join(folder, `pages/${index + 1}`)));
}

/** What is wrong with shards, as `code  message  help`. */
function wrongWith(folders: readonly string[]): string[] {
  return readShards(folders).problems.map(({ code, message, help }) =>
    `${code}  ${message}  ${help}`.replaceAll(place, '…').replaceAll(join(folder, 'pages'), '…'),
  );
}

const AGAIN = 'Copy the shard again or rebuild it.';
const SAME_SETTINGS = 'Build all shards with the same settings.';
const SAME_DATA =
  'Build all shards from the same raw data, for example from the same commit with the same line endings.';

interface Manifest {
  shard: number;
  shards: number;
  settings: Record<string, unknown>;
  digest: string;
  catalogue: Record<string, unknown>;
  datasets: { listed: object; files: [path: string, bytes: number, digest: string][] }[];
}

function editManifest(shard: number, edit: (manifest: Manifest) => unknown): void {
  const manifest = JSON.parse(readFileSync(at(shard, 'shard.json'), 'utf8'));
  edit(manifest);
  writeFileSync(at(shard, 'shard.json'), JSON.stringify(manifest));
}

test('whole shards are read with their catalogue and their datasets, in either layout', () => {
  const { shards, problems } = readShards(all());
  expect(problems).toEqual([]);
  expect(
    shards.map(({ folder: it, manifest }) => [it.slice(-1), manifest.datasets.map(({ listed }) => listed)]),
  ).toEqual([
    [
      '1',
      [
        {
          config: 'rents',
          name: 'A dataset',
          category: 'economy',
          description: 'What it says.',
          source: 'An institution',
          url: 'https://example.org/data',
          license: 'CC0',
          formerly: ['flats'],
          rowCount: 250,
        },
      ],
    ],
    ['2', [expect.objectContaining({ config: 'wages', rowCount: 1 })]],
    ['3', []],
  ]);
  expect(shards[2]?.manifest.catalogue).toMatchObject({ title: 'A catalogue', categories: [{ name: 'economy' }, {}] });
  expect(shards[1]?.manifest.catalogue).toMatchObject({ logo: LOGO, language: 'ar', direction: 'rtl' });
  const link = { tag: 'a', content: ['API'], path: 'api/' };
  expect(shards[1]?.manifest.catalogue).toMatchObject({
    theme: THEME,
    texts: {
      home: [{ tag: 'p', content: ['See the ', link, '.'] }],
      pages: [{ name: 'about', title: 'About us', content: [] }],
    },
  });
  expect(shards[0]?.manifest.datasets[0]?.files).toContainEqual([
    'v1/datasets/rents/info.json',
    expect.any(Number),
    digestOfFile(join(folder, 'pages/1/client/v1/datasets/rents/info.json')),
  ]);
  expect(readShards(['1', '2', '3'].map((name) => join(folder, 'packed', name))).problems).toEqual([]);
});

describe('among shards', () => {
  test('a missing one is named, and so are several', () => {
    expect(wrongWith([at(1), at(3)])).toEqual([
      'shard-missing  shard 2/3 is missing  Build it with npm run build -- --shard I/3 and pass its folder as well.',
    ]);
    expect(wrongWith([at(2)])).toEqual([
      'shard-missing  shards 1/3, 3/3 are missing  Build them with npm run build -- --shard I/3 and pass their folders as well.',
    ]);
  });

  test('one that occurs twice is named with both folders, and so is a missing one', () => {
    const help = 'Pass each shard only once, and only shards of the same build.';
    expect(wrongWith([...all(), at(1)])).toEqual([
      `shard-repeated  the shard 1/3 occurs more than once: in …/1, …/1  ${help}`,
    ]);
    expect(wrongWith([at(1), at(2), at(2)]).map((it) => it.split('  ')[0])).toEqual([
      'shard-repeated',
      'shard-missing',
    ]);
  });

  test.each([
    ['--site', { site: 'https://example.org' }],
    ['--base', { base: '/open/' }],
    ['--page-sizes', { pageSizes: [100] }],
    ['--layout', { layout: 'packed' }],
  ])('each other value of %s is a problem', (flag, settings) => {
    editManifest(3, (manifest) => Object.assign(manifest.settings, settings));
    expect(wrongWith(all())).toEqual([`shards-differ  …/1 and …/3 differ in ${flag}  ${SAME_SETTINGS}`]);
  });

  test('another number of shards, other data and another catalogue are problems, and then none is missing', () => {
    editManifest(2, (manifest) => Object.assign(manifest, { shards: 4, digest: 'other' }));
    editManifest(3, ({ catalogue }) => Object.assign(catalogue, { title: 'Another' }));
    expect(wrongWith([at(1), at(3), at(2), at(2)])).toEqual([
      `shards-differ  …/1 and …/3 differ in the catalogue’s description  ${SAME_DATA}`,
      ...[0, 1].flatMap(() => [
        `shards-differ  …/1 and …/2 differ in the number of shards  ${SAME_SETTINGS}`,
        `shards-differ  …/1 and …/2 differ in the names or sizes of the datasets in the raw data  ${SAME_DATA}`,
      ]),
    ]);
  });

  test('one that cannot be read is reported, and not called missing as well', () => {
    rmSync(at(3, 'shard.json'));
    const help = 'Pass folders that were written by npm run build -- --shard I/N.';
    const reported = `shard-invalid  …/3 is not a shard: it has no valid shard.json  ${help}`;
    expect(wrongWith(all())).toEqual([reported]);
    expect(wrongWith([at(3)])).toEqual([reported]);
    expect(wrongWith([at(3), at(1), at(1)]).map((it) => it.split('  ')[0])).toEqual([
      'shard-invalid',
      'shard-repeated',
    ]);
  });
});

describe('a shard is not whole', () => {
  /** What is wrong with the first shard. */
  const reason = (): string[] =>
    wrongWith(all()).map((it) => {
      const [, text] = it.match(/^shard-invalid {2}the shard …\/1 is damaged: (.*)$/s) ?? [];
      expect(it.endsWith(`  ${AGAIN}`)).toBe(true);
      return text?.slice(0, -`  ${AGAIN}`.length) ?? it;
    });
  const PAGE = 'v1/datasets/rents/limit/100/offset/200.json';

  test.each([PAGE, 'v1/datasets/rents/info.json', 'v1/datasets/rents.json'])('without its file %s', (path) => {
    rmSync(at(1, `client/${path}`));
    expect(reason()).toEqual([`${path} is missing`]);
  });

  test('if its files were cut off or extended', () => {
    const size = readFileSync(join(folder, 'pages/1/client', PAGE)).length;
    for (const other of [1, size + 1]) {
      writeFileSync(at(1, `client/${PAGE}`), 'x'.repeat(other));
      expect(reason()).toEqual([`${PAGE} has changed since it was published`]);
    }
  });

  test('if a file of it is a link', () => {
    renameSync(at(1, `client/${PAGE}`), join(place, 'elsewhere'));
    symlinkSync(join(place, 'elsewhere'), at(1, `client/${PAGE}`));
    expect(reason()).toEqual([`${PAGE} is missing`]);
  });
});

test('a shard that lists a file of another dataset is none', () => {
  editManifest(1, ({ datasets: [rents] }) => rents?.files.push(['v1/index.json', 1, 'x']));
  expect(wrongWith(all())[0]).toContain('…/1 is not a shard');
});

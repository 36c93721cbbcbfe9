import { createHash } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import type { ManifestDocument } from '../../../../src/contract/documents.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { buildShards, mergeApi, settingsWith } from '../../../support/builds/build-parts.ts';
import { CATALOGUE, folderWith, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';

const rowsOf = (count: number): string => Array.from({ length: count }, (_, row) => `${row}\n`).join('');

let place: string;

beforeEach(() => {
  place = folderWith({
    'raw-data/catalogue.json': CATALOGUE,
    ...withSidecar('raw-data/economy/a', `x\n${rowsOf(250)}`, { name: 'Zürich', formerly: ['old-a'] }),
    ...withSidecar('raw-data/economy/a-b', 'x\n1\n'),
    ...withSidecar('raw-data/governance/b', 'x\n12345\n'),
  });
});

async function build(name: string, given: Partial<Settings> = {}): Promise<string> {
  const out = join(place, name);
  const settings = settingsWith({ apiOnly: true, rawData: join(place, 'raw-data'), out, threads: 1, ...given });
  const { published, problems } = await buildSite(settings, () => {});
  if (!published) throw new Error(JSON.stringify(problems));
  return out;
}

const sha256 = (bytes: string): string => createHash('sha256').update(bytes, 'latin1').digest('hex');

/**
 * The id of a build, computed from its files alone, as a stranger would who has read what the manifest says of itself. Expects that the
 * manifest lists exactly the files of the API, and that index and manifest have this id.
 */
function idOf(out: string): string {
  const files = contentOf(join(out, 'client/v1'));
  const { build: id, files: listed }: ManifestDocument = JSON.parse(files.get('manifest.json') as string);
  files.delete('manifest.json');
  const paths = [...files.keys()].map((path) => `v1/${path}`).sort();
  expect(listed.map(({ path }) => path)).toEqual(paths);
  for (const { path, bytes, sha256: digest } of listed) {
    const content = files.get(path.slice('v1/'.length)) as string;
    expect([path, bytes, digest]).toEqual([path, content.length, sha256(content)]);
  }
  const index = files.get('index.json') as string;
  expect(JSON.parse(index).build).toBe(id);
  const bare = index.replace(/^"build".*\n/m, '');
  const lines = listed.map(({ path, sha256: digest }) =>
    path === 'v1/index.json' ? `${sha256(bare)}  ${path}\n` : `${digest}  ${path}\n`,
  );
  expect(sha256(lines.join('')).slice(0, 20)).toBe(id);
  return id;
}

describe('manifest and id are those of the files', () => {
  test.each<[string, Partial<Settings>]>([
    ['of pages', {}],
    ['of several page sizes', { pageSizes: [10, 100] }],
    ['of packed records', { layout: 'packed' }],
    ['of several threads', { threads: 3 }],
    ['that have compressed copies, which it leaves out', { precompress: true, formats: ['csv'] }],
  ])('%s', async (_, given) => {
    const out = await build('out', given);
    if (given.precompress) {
      for (const path of contentOf(join(out, 'client')).keys()) {
        if (/\.(?:br|gz)$/.test(path)) rmSync(join(out, 'client', path));
      }
    }
    idOf(out);
  });

  test('after edits, when files are linked or moved out of earlier outputs', async () => {
    const ids = [idOf(await build('out'))];
    const edits = [
      () => appendFileSync(join(place, 'raw-data/economy/a-b.csv'), '2\n'),
      () => writeFiles(join(place, 'raw-data'), withSidecar('economy/c', 'x\n1\n')),
      () => rmSync(join(place, 'raw-data/economy/c.csv')) ?? rmSync(join(place, 'raw-data/economy/c.meta.json')),
    ];
    for (const edit of edits) {
      edit();
      ids.push(idOf(await build('out')));
      const clean = await build('clean');
      expect(contentOf(join(place, 'out/client'))).toEqual(contentOf(join(clean, 'client')));
      rmSync(clean, { recursive: true });
    }
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[1]);
  });

  test('of merged shards, which are those of one build', async () => {
    const shards = await buildShards(join(place, 'shards'), 2, { rawData: join(place, 'raw-data') });
    await mergeApi(shards, join(place, 'merged'));
    const [merged, whole] = [join(place, 'merged'), await build('out')];
    expect(idOf(merged)).toBe(idOf(whole));
    expect(contentOf(join(merged, 'client'))).toEqual(contentOf(join(whole, 'client')));
  });
});

test('the same data has the same id in another place and at another time', async () => {
  const first = idOf(await build('out'));
  expect(idOf(await build('another', { threads: 2 }))).toBe(first);
  // One that is written anew, with a new time.
  writeFileSync(join(place, 'raw-data/governance/b.csv'), 'x\n12345\n');
  expect(idOf(await build('later'))).toBe(first);
});

test.each<[string, () => void]>([
  ['a cell', () => writeFileSync(join(place, 'raw-data/governance/b.csv'), 'x\n12346\n')],
  // Only the index has it.
  [
    'a former name',
    () => writeFiles(join(place, 'raw-data'), withSidecar('governance/b', 'x\n12345\n', { formerly: ['c'] })),
  ],
  [
    'the title of the catalogue',
    () => writeFiles(join(place, 'raw-data'), { 'catalogue.json': CATALOGUE.replace('A c', 'C') }),
  ],
])('another id follows from a change of %s', async (_, edit) => {
  const before = idOf(await build('out'));
  edit();
  expect(idOf(await build('out'))).not.toBe(before);
});

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import { buildShards, mergeApi } from '../../../support/builds/build-parts.ts';
import {
  CATALOGUE,
  type Files,
  folderForAll,
  folderWith,
  withSidecar,
  writeFiles,
} from '../../../support/builds/raw-data-folder.ts';
import { contentOf, runCommand } from '../../../support/builds/run-build.ts';

const folder = folderForAll();
const built = join(folder, 'built');

const SIDECAR = { columns: { x: { description: 'X' } } };
const RAW_DATA: Files = {
  'catalogue.json': CATALOGUE,
  ...withSidecar('economy/rents', 'x\n1\n', SIDECAR),
  ...withSidecar('economy/wages', 'x\n12345\n', SIDECAR),
};

beforeAll(async () => {
  writeFiles(join(folder, 'raw-data'), RAW_DATA);
  // Of three shards, the first has wages, the second rents, the third nothing.
  await buildShards(built, 3, { rawData: join(folder, 'raw-data') });
});

let place: string;
let parts: string[];
beforeEach(() => {
  place = folderWith({ 'out/.almanac-output': '', 'out/client/index.html': 'old' });
  cpSync(built, join(place, 'parts'), { recursive: true });
  parts = ['1', '2', '3'].map((name) => join(place, 'parts', name));
});

/** The problems, as `code  message`, of a merge that is refused and must leave the old output. */
async function refusals(folders: readonly string[]): Promise<string[]> {
  const report = await mergeApi(folders, join(place, 'out'));
  expect(report).toMatchObject({ ok: false, published: false, datasets: [] });
  expect([...contentOf(join(place, 'out'))]).toEqual([
    ['.almanac-output', ''],
    ['client/index.html', 'old'],
  ]);
  for (const { help } of report.problems) expect(help).not.toBe('');
  return report.problems.map(({ code, message }) => `${code}  ${message.replaceAll(place, '…')}`);
}

function at(index: number, path = ''): string {
  return join(parts[index] as string, path);
}

describe('a merge is refused', () => {
  test('of folders that are not shards, each of which is reported', async () => {
    const whole = folderWith({ 'client/v1/index.json': '{}' });
    const reported = await refusals([whole, at(0), join(place, 'none')]);
    expect(reported).toEqual([
      `shard-invalid  ${whole} is not a shard: it has no valid shard.json`,
      'shard-invalid  …/none is not a shard: it has no valid shard.json',
    ]);
  });

  test('with a shard in which a byte was changed', async () => {
    const page = at(1, 'client/v1/datasets/rents/limit/100/offset/0.json');
    writeFileSync(page, readFileSync(page, 'latin1').replace('0', '1'), 'latin1');
    expect(await refusals(parts)).toEqual([
      'shard-invalid  the shard …/parts/2 is damaged: v1/datasets/rents/limit/100/offset/0.json has changed since it was published',
    ]);
  });

  test.each(['client', 'client/v1/datasets/wages', 'client/v1/datasets/wages.json'])(
    'with a shard without its %s',
    async (path) => {
      rmSync(at(0, path), { recursive: true });
      const [reported, ...others] = await refusals(parts);
      expect(others).toEqual([]);
      expect(reported).toMatch(/^shard-invalid {2}the shard …\/parts\/1 is damaged: /);
    },
  );

  test.each([
    ['category leads out of the output', (text: string) => text.replaceAll('"economy"', '"../../../../evil"')],
    ['dataset has another name', (text: string) => text.replace(/"config":\s*"wages"/, '"config":"../wages"')],
    ['dataset has the name of another', (text: string) => text.replace(/"config":\s*"wages"/, '"config":"rents"')],
    ['number of records is no integer', (text: string) => text.replace(/"rowCount":\s*\d+/, '"rowCount":1e999')],
  ])('with a shard of which a %s', async (_, edit) => {
    const before = readFileSync(at(0, 'shard.json'), 'utf8');
    writeFileSync(at(0, 'shard.json'), edit(before));
    expect(readFileSync(at(0, 'shard.json'), 'utf8')).not.toBe(before);
    expect(await refusals(parts)).toEqual(['shard-invalid  …/parts/1 is not a shard: it has no valid shard.json']);
  });

  test.each(['shard.json', 'client/v1/datasets/wages/info.json', 'client/v1/datasets/wages.json'])(
    'with a shard whose %s is a link, or a pipe that nobody writes to',
    async (path) => {
      renameSync(at(0, path), join(place, 'elsewhere'));
      symlinkSync(join(place, 'elsewhere'), at(0, path));
      expect((await refusals(parts))[0]).toContain('shard-invalid  ');
      rmSync(at(0, path));
      execFileSync('mkfifo', [at(0, path)]);
      expect((await refusals(parts))[0]).toContain('shard-invalid  ');
    },
  );

  test('into one of the shards, or the folder that holds them', async () => {
    for (const [out, reason] of [
      [at(1), `it contains the shard ${at(1)}`],
      [at(1, 'client/out'), `it is inside the shard ${at(1)}`],
      [join(place, 'parts'), `it contains the shard ${at(0)}`],
    ]) {
      const { problems } = await mergeApi(parts, out as string);
      expect(problems).toMatchObject([
        { code: 'setting-invalid', message: `cannot use ${out} as the output folder: ${reason}` },
      ]);
    }
    expect(contentOf(join(place, 'parts'))).toEqual(contentOf(built));
  });
});

test('the command reports what is wrong, and fails', async () => {
  const ran = await runCommand('merge', ['--out', join(place, 'out'), at(0), at(1)]);
  expect(ran).toMatchObject({ code: 1, stdout: '' });
  expect(ran.stderr).toContain('shard-missing  shard 3/3 is missing\n');
  expect(ran.stderr).toContain('Nothing was published: 1 problem to solve.');
  const none = await runCommand('merge', ['--out', join(place, 'out')]);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('the folders of the shards must be given');
  expect(readSettings('merge', { 'raw-data': 'x' }, {}, ['a']).problems).toMatchObject([
    { message: expect.stringContaining('unknown setting --raw-data') },
  ]);
});

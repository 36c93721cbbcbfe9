import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { ProblemError } from '../../../src/problems/problem.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { CATALOGUE, folderForAll, sidecarWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { contentOf, runBuild } from '../../support/builds/run-build.ts';

const folder = folderForAll();
const rawData = join(folder, 'raw-data');
beforeAll(() => {
  const sidecar = sidecarWith({ columns: { x: { description: 'X' } } });
  writeFiles(rawData, {
    'catalogue.json': CATALOGUE,
    ...withSidecar('economy/rents', 'x\n1\n', sidecar),
    ...withSidecar('economy/wages', 'x\n2\n', sidecar),
    ...withSidecar('governance/votes', 'x\n3\n', sidecar),
    // Datasets with errors.
    ...withSidecar('governance/broken', 'x\n1,2\n', sidecar),
    ...withSidecar('governance/mistyped', 'x\n1\n', sidecar.replace('"license"', '"licence"')),
    'governance/undescribed.csv': 'x\n1\n',
    'governance/gone.meta.json': sidecar,
  });
});

/** The datasets that some patterns publish, and the code and file of each problem. */
function build(...only: string[]): { published: string[]; reported: string[] } {
  const options = { rawData, site: { prefix: '/', pageSizes: [100] }, only, keepGoing: true };
  const { datasets, problems } = buildApi(options, memoryOutput());
  return {
    published: datasets.map(({ config }) => config),
    reported: problems.map(({ code, file }) => `${code} ${file}`),
  };
}

describe('a build of some datasets', () => {
  test.each([
    ['a config name', ['wages'], ['wages']],
    ['several', ['wages', 'votes'], ['votes', 'wages']],
    ['a pattern of config names', ['*es'], ['votes', 'wages']],
    ['alternatives', ['{rents,votes}'], ['rents', 'votes']],
    ['a path', ['economy/rents.csv'], ['rents']],
    ['a pattern of paths', ['economy/*'], ['rents', 'wages']],
    ['a pattern of all folders', ['**/v*.csv'], ['votes']],
  ])('takes %s, and reports nothing about other datasets', (_, only, published) => {
    expect(build(...only)).toEqual({ published, reported: [] });
  });

  test('reports the problems of the named datasets', () => {
    expect(build('rents', 'broken').reported).toEqual(['row-too-long governance/broken.csv']);
    expect(new Set(build('governance/*').reported)).toEqual(
      new Set([
        'row-too-long governance/broken.csv',
        'key-unknown governance/mistyped.meta.json',
        'sidecar-missing governance/undescribed.csv',
        'sidecar-without-data governance/gone.meta.json',
      ]),
    );
    expect(build('governance/*').published).toEqual(['votes']);
  });

  test('lists only these datasets, but all categories', () => {
    const output = memoryOutput();
    buildApi({ rawData, site: { prefix: '/', pageSizes: [100] }, only: ['wages'] }, output);
    const index = JSON.parse(output.files.get('v1/index.json') ?? '');
    expect(index.datasets.map(({ config }: { config: string }) => config)).toEqual(['wages']);
    expect(index.categories).toMatchObject([
      { name: 'economy', count: 1 },
      { name: 'governance', count: 0 },
    ]);
    expect(JSON.parse(output.files.get('v1/datasets.json') ?? '').results).toHaveLength(1);
    expect([...output.files.keys()].filter((path) => /rents|votes/.test(path))).toEqual([]);
  });

  test('publishes nothing if a pattern names nothing, and suggests a name', () => {
    expect(() => build('wages', 'wage')).toThrow(ProblemError);
    expect(() => build('wages', 'wage')).toThrow('--only wage matches no dataset (did you mean "wages"?)');
  });
});

test('patterns are separated by commas, or given one by one', async () => {
  const out = join(folder, 'out');
  const args = ['--quiet', '--api-only', '--raw-data', rawData, '--out', out];
  const ran = await runBuild([...args, '--only', 'w*,{rents,x}', '--only=vot*']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const files = [...contentOf(join(out, 'client/v1/datasets')).keys()];
  expect(files.filter((path) => /^[^/]*\.json$/.test(path))).toEqual(['rents.json', 'votes.json', 'wages.json']);

  const before = contentOf(out);
  const refused = await runBuild([...args, '--keep-going', '--only', 'w*', '--only', 'wags']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('setting-invalid  --only wags matches no dataset (did you mean "wages"?)');
  expect(refused.stderr).toContain('There are 6 datasets: governance/mistyped.csv, ');
  expect(contentOf(out)).toEqual(before);
});

test.each(['a,', ',', 'a,,b'])('"%s" contains an empty pattern', (only) => {
  expect(readSettings('build', { only }, {}).problems.map(({ message }) => message)).toEqual([
    `--only ${only} contains an empty pattern`,
  ]);
});

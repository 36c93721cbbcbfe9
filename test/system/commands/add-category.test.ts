import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { CATALOGUE, folderWith, rawDataWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../support/builds/run-build.ts';

function outsideFile(name = 'x.csv'): string {
  return join(folderWith({ [name]: 'a\n1\n' }), name);
}

/** The problem that a step is refused with; null if it is not refused. A refusal must leave the raw data as it was. */
function refusalOf(rawData: string, step: () => unknown): Problem | null {
  const state = (): [string, string][] =>
    readdirSync(rawData, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((it) => [it, statSync(join(rawData, it)).isFile() ? readFileSync(join(rawData, it), 'utf8') : '']);
  const before = state();
  try {
    step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(state()).toEqual(before);
    return error.problem;
  }
  return null;
}

describe('a category that does not exist', () => {
  test.each([
    ['given', (): string => outsideFile(), 'econmy', 'setting-invalid'],
    ['named by the folder of the file', (rawData: string) => join(rawData, 'econmy/x.csv'), null, 'category-unknown'],
  ])('%s, is refused with a suggestion, and with the command that creates it', (_, pathIn, category, code) => {
    const rawData = rawDataWith({ 'econmy/x.csv': 'a\n1\n' });
    const path = pathIn(rawData);
    const refused = refusalOf(rawData, () => addDataset(path, { rawData, category }));
    expect(refused).toMatchObject({ code, message: expect.stringContaining('(did you mean "economy"?)') });
    const given = category === null ? '' : ' --category econmy';
    expect(refused?.help).toBe(
      `Known: economy, governance. To create the category: {almanac add --} --raw-data ${rawData} ${path}${given} --create`,
    );
  });

  test('is created with --create, and then the dataset builds', () => {
    const rawData = rawDataWith({});
    const { file, sidecar, created } = addDataset(outsideFile(), { rawData, category: 'sea-and_lakes', create: true });
    expect({ file, created }).toEqual({
      file: 'sea-and_lakes/x.csv',
      created: { category: 'sea-and_lakes', catalogue: false },
    });
    const filled = readFileSync(join(rawData, sidecar), 'utf8')
      .replace('"description": ""', '"description": "D"')
      .replace('"source": ""', '"source": "S"')
      .replace('"url": ""', '"url": "https://example.org"');
    writeFiles(rawData, { [sidecar]: filled });
    const output = memoryOutput();
    const { published, problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, output);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(published).toBe(true);
    expect(JSON.parse(output.files.get('v1/index.json') ?? '').categories.at(-1)).toMatchObject({
      name: 'sea-and_lakes',
      title: 'Sea and lakes',
      count: 1,
    });
  });

  test.each(['Economy', 'a b', '../x', 'limit', 'con'])(
    'is not created as %j, which cannot be its name',
    (category) => {
      const rawData = rawDataWith({});
      const refused = refusalOf(rawData, () => addDataset(outsideFile(), { rawData, category, create: true }));
      expect(refused).toMatchObject({
        code: 'setting-invalid',
        message: expect.stringContaining('cannot be a category'),
      });
    },
  );

  test('is created for a file in its folder, whose sidecar need not name it', () => {
    const rawData = rawDataWith({ 'water/x.tsv': 'a\tb\n1\t2\n' });
    const added = addDataset(join(rawData, 'water/x.tsv'), { rawData, category: null, create: true });
    expect(added).toMatchObject({ file: 'water/x.tsv', created: { category: 'water', catalogue: false } });
    expect(JSON.parse(readFileSync(join(rawData, added.sidecar), 'utf8'))).not.toHaveProperty('category');
  });

  test('is not created if it exists', () => {
    const rawData = rawDataWith({});
    expect(addDataset(outsideFile(), { rawData, category: 'economy', create: true }).created).toBeNull();
    expect(readFileSync(join(rawData, 'catalogue.json'), 'utf8')).toBe(CATALOGUE);
  });
});

describe('raw data without a catalogue’s description', () => {
  test.each(['economy', null])('is refused, for the category %j, with a command that creates it', (category) => {
    const rawData = folderWith({});
    const path = outsideFile('x y.csv');
    const refused = refusalOf(rawData, () => addDataset(path, { rawData, category }));
    expect(refused).toMatchObject({ code: 'catalogue-missing', file: 'catalogue.json' });
    expect(refused?.help).toContain(`{almanac add --} --raw-data ${rawData} '${path}' --category economy --create`);
  });

  test('gets one with --create, which a build accepts', async () => {
    const rawData = folderWith({});
    const args = ['--raw-data', rawData, outsideFile(), '--category', 'economy'];
    expect(await runCommand('add', args)).toMatchObject({ code: 1, stdout: '' });
    const { code, stdout } = await runCommand('add', [...args, '--create']);
    expect(code).toBe(0);
    expect(stdout).toContain('created catalogue.json with the category "economy": change its title and descriptions');
    expect(existsSync(join(rawData, 'economy/x.meta.json'))).toBe(true);
    const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput());
    expect(problems.map(({ file }) => file)).not.toContain('catalogue.json');
  });

  test('is refused if the file has no category', () => {
    const rawData = folderWith({});
    const refused = refusalOf(rawData, () => addDataset(outsideFile(), { rawData, category: null, create: true }));
    expect(refused?.code).toBe('catalogue-missing');
  });

  test('is not repaired if it has a faulty one', () => {
    const rawData = folderWith({ 'catalogue.json': '{' });
    const refused = refusalOf(rawData, () => addDataset(outsideFile(), { rawData, category: 'economy', create: true }));
    expect(refused?.code).toBe('json-syntax');
  });
});

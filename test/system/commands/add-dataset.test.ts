import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { checkData } from '../../../src/commands/check-data.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { ProblemError } from '../../../src/problems/problem.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { CATALOGUE, folderWith, rawDataWith, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../support/builds/run-build.ts';

const GERMAN = Buffer.from(
  'Regen je Ort;;\nAmt für Wetter;;\n\nOrt;Regen;Jahr\nKöln;12;2020\n"Bad; Ems";7;2020\n',
  'latin1',
);

function sidecarIn(rawData: string, file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(rawData, file), 'utf8')) as Record<string, unknown>;
}

/** The code of the problem that a step is refused with, or `none`. */
function refusalOf(step: () => unknown): string {
  try {
    step();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
  return 'none';
}

describe('a file from elsewhere', () => {
  test('is copied byte for byte, under its config name, and described as far as it can be', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'Regen je Ort_2020.csv': GERMAN }), 'Regen je Ort_2020.csv');
    const added = addDataset(file, { rawData, category: 'economy' });
    expect(added).toMatchObject({
      file: 'economy/regen-je-ort_2020.csv',
      sidecar: 'economy/regen-je-ort_2020.meta.json',
      patch: { csv: { encoding: 'windows-1252', skipRows: 3 } },
      found: { rows: 2, delimiter: ';' },
    });
    expect(added.reasons.map(({ code }) => code)).toEqual(['encoding-invalid', 'preamble-found']);
    expect(readFileSync(join(rawData, added.file)).equals(GERMAN)).toBe(true);
    expect(sidecarIn(rawData, added.sidecar)).toEqual({
      name: 'Regen je Ort 2020',
      description: '',
      source: '',
      url: '',
      license: '',
      retrieved: '',
      csv: { encoding: 'windows-1252', skipRows: 3, delimiter: ';' },
      columns: {
        Ort: { description: '', unit: '' },
        Regen: { description: '', unit: '' },
        Jahr: { description: '', unit: '' },
      },
    });
    expect(readdirSync(join(rawData, 'economy')).sort()).toEqual([
      'regen-je-ort_2020.csv',
      'regen-je-ort_2020.meta.json',
    ]);
  });

  test('is refused by the build with one error, and published once what it lists is filled in', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'regen.csv': GERMAN }), 'regen.csv');
    const { sidecar } = addDataset(file, { rawData, category: 'economy' });
    const site = { prefix: '/', pageSizes: [100] };
    const before = buildApi({ rawData, site }, memoryOutput());
    expect(before.published).toBe(false);
    expect(before.problems.map(({ code }) => code)).toEqual(['key-missing', 'license-missing']);
    expect(before.problems[0]?.message).toContain('"description", "source" and "url" are blank');
    const [checked] = checkData(rawData, [join(rawData, 'economy/regen.csv')]).files;
    expect(checked).toMatchObject({ rows: 2, columns: [{}, { name: 'Regen', type: 'int64' }, {}] });
    const filled = readFileSync(join(rawData, sidecar), 'utf8')
      .replace('"description": ""', '"description": "What it says"')
      .replace('"source": ""', '"source": "An office"')
      .replace('"url": ""', '"url": "https://example.org/"');
    writeFiles(rawData, { [sidecar]: filled });
    const output = memoryOutput();
    const { problems, published } = buildApi({ rawData, site }, output);
    expect(published).toBe(true);
    expect(problems.map(({ code }) => code)).toEqual(['license-missing', 'column-undescribed']);
    expect(JSON.parse(output.files.get('v1/datasets/regen.json') ?? '')).toMatchObject({
      results: [
        { Ort: 'Köln', Regen: 12, Jahr: 2020 },
        { Ort: 'Bad; Ems', Regen: 7, Jahr: 2020 },
      ],
    });
  });

  test('needs no category if there is only one', () => {
    const one = { title: 'T', description: 'D', categories: { water: { title: 'W', description: 'D' } } };
    const rawData = folderWith({ 'catalogue.json': JSON.stringify(one) });
    const file = join(folderWith({ 'x.csv': 'a\n1\n' }), 'x.csv');
    expect(addDataset(file, { rawData, category: null }).file).toBe('water/x.csv');
  });

  test('that ends in .tsv keeps its ending, and its tabs need no mention', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'Wages 2020.tsv': 'job\twage\nCook, head\t12\n' }), 'Wages 2020.tsv');
    const added = addDataset(file, { rawData, category: 'economy' });
    expect(added).toMatchObject({
      file: 'economy/wages-2020.tsv',
      sidecar: 'economy/wages-2020.meta.json',
      patch: {},
      found: { rows: 1, delimiter: '\t', columns: [{ name: 'job' }, { name: 'wage', type: 'int64' }] },
    });
    expect(sidecarIn(rawData, added.sidecar)).not.toHaveProperty('csv');
  });

  test('that ends in .tsv, but has another delimiter, is described with that', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'x.tsv': 'job,wage\ncook,12\n' }), 'x.tsv');
    const { found, sidecar } = addDataset(file, { rawData, category: 'economy' });
    expect(found).toMatchObject({ delimiter: ',', columns: [{ name: 'job' }, { name: 'wage' }] });
    expect(sidecarIn(rawData, sidecar)).toMatchObject({ csv: { delimiter: ',' } });
  });

  test('needs no licence of its own if the catalogue names one', () => {
    const rawData = folderWith({ 'catalogue.json': JSON.stringify({ ...JSON.parse(CATALOGUE), license: 'CC0' }) });
    const file = join(folderWith({ 'x.csv': 'a\n1\n' }), 'x.csv');
    const { sidecar } = addDataset(file, { rawData, category: 'economy' });
    expect(sidecarIn(rawData, sidecar)).not.toHaveProperty('license');
  });

  test('without a header gets names to replace', () => {
    const file = join(folderWith({ 'x.csv': '1.5,20\n3,4\n' }), 'x.csv');
    const { patch, found } = addDataset(file, { rawData: rawDataWith({}), category: 'economy' });
    expect(patch).toEqual({ csv: { header: ['column 1', 'column 2'] } });
    expect(found.rows).toBe(2);
  });

  test('with column names that mean something to JavaScript has them in its sidecar', () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'x.csv': '__proto__,constructor,"a ""b"""\n1,2,3\n' }), 'x.csv');
    const { sidecar } = addDataset(file, { rawData, category: 'economy' });
    const { columns } = sidecarIn(rawData, sidecar);
    expect(Object.keys(columns as object)).toEqual(['__proto__', 'constructor', 'a "b"']);
  });

  test('in an encoding that only a person can determine gets no proposal', () => {
    const bytes = Buffer.concat([Buffer.from('Ort;n\nM'), Buffer.from([0x81]), Buffer.from('nchen;1\n')]);
    const file = join(folderWith({ 'x.csv': bytes }), 'x.csv');
    const { patch, found } = addDataset(file, { rawData: rawDataWith({}), category: 'economy' });
    expect(patch).toEqual({});
    expect(found.problems).toMatchObject([{ code: 'encoding-invalid', line: 2, column: 2 }]);
  });

  test('in the style of the World Bank, with notes above and a delimiter at the end of each line, is read', () => {
    const csv =
      '"Data Source","World Indicators",\n\n"Last Updated","2024-01-01",\n\n"Country","Code","2019","2020",\n"Aruba","ABW","1.5","2.5",\n"Chad","TCD","","3.5",\n';
    const file = join(folderWith({ 'x.csv': csv }), 'x.csv');
    const { patch, found } = addDataset(file, { rawData: rawDataWith({}), category: 'economy' });
    expect(patch).toEqual({ csv: { skipRows: 4, trailingDelimiter: true } });
    expect(found).toMatchObject({ rows: 2, problems: [], columns: [{}, { name: 'Code' }, { type: 'float64' }, {}] });
  });

  test('with an error that only a person can fix is added, and the error is reported', () => {
    const file = join(folderWith({ 'x.csv': 'a,b\n1,"5\n' }), 'x.csv');
    const { found } = addDataset(file, { rawData: rawDataWith({}), category: 'economy' });
    expect(found.problems).toMatchObject([{ code: 'quote-unclosed', file: 'economy/x.csv', line: 2 }]);
  });
});

describe('a file in the raw data', () => {
  test('stays where it is and gets a sidecar', () => {
    const rawData = rawDataWith({ 'economy/Yields 2020.csv': 'a,b\nx,2\n' });
    const { file, sidecar } = addDataset(join(rawData, 'economy/Yields 2020.csv'), { rawData, category: null });
    expect([file, sidecar]).toEqual(['economy/Yields 2020.csv', 'economy/Yields 2020.meta.json']);
    expect(sidecarIn(rawData, sidecar)).not.toHaveProperty('category');
  });

  test('outside the folder of its category has its category in the sidecar', () => {
    const rawData = rawDataWith({ 'x.csv': 'a,b\nx,2\n', 'economy/y.csv': 'a,b\nx,2\n' });
    for (const file of ['x.csv', 'economy/y.csv']) {
      const { sidecar } = addDataset(join(rawData, file), { rawData, category: 'governance' });
      expect(sidecarIn(rawData, sidecar)).toMatchObject({ category: 'governance' });
    }
  });
});

describe('nothing is added', () => {
  const sound = { 'x.csv': 'a\n1\n' };

  test.each([
    ['an unknown category', sound, 'x.csv', 'econmy', 'setting-invalid'],
    ['no category among several', sound, 'x.csv', null, 'setting-invalid'],
    ['a file that does not exist', sound, 'y.csv', 'economy', 'file-unreadable'],
    ['a folder', { 'y.csv/z.csv': 'a\n' }, 'y.csv', 'economy', 'not-a-file'],
    ['an empty file', { 'x.csv': '' }, 'x.csv', 'economy', 'file-empty'],
    ['a file in another format', { 'x.csv': '%PDF-1.4\n' }, 'x.csv', 'economy', 'not-csv'],
    ['a name without letters', { '----.csv': 'a\n1\n' }, '----.csv', 'economy', 'name-invalid'],
    ['a reserved name', { 'limit.csv': 'a\n1\n' }, 'limit.csv', 'economy', 'name-reserved'],
    ['a name that is taken, with another ending', { 'taken.tsv': 'a\n1\n' }, 'taken.tsv', 'economy', 'name-collision'],
    ['a sidecar that another file would have', { 'bare.tsv': 'a\n1\n' }, 'bare.tsv', 'governance', 'name-collision'],
    ['a name that is taken', { 'taken.csv': 'a\n1\n' }, 'taken.csv', 'economy', 'name-collision'],
    ['a file that already exists', { 'bare.csv': 'a\n1\n' }, 'bare.csv', 'governance', 'target-exists'],
  ])('for %s', (_, files, name, category, code) => {
    const rawData = rawDataWith({
      'governance/taken.csv': 'a\n1\n',
      'governance/taken.meta.json': sidecarWith(),
      'governance/bare.csv': 'b\n1\n',
    });
    const before = readdirSync(rawData, { recursive: true });
    expect(refusalOf(() => addDataset(join(folderWith(files), name), { rawData, category }))).toBe(code);
    expect(readdirSync(rawData, { recursive: true })).toEqual(before);
  });

  test('over a published file, and says how to publish a new edition of it', () => {
    const rawData = rawDataWith({ 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': sidecarWith() });
    const path = join(folderWith({ 'x.csv': 'a\n2\n' }), 'x.csv');
    const [file, sidecar] = [join(rawData, 'economy/x.csv'), join(rawData, 'economy/x.meta.json')];
    const help = `copy ${path} over ${file}, and keep its sidecar ${sidecar}.`;
    expect(() => addDataset(path, { rawData, category: 'economy' })).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ help: expect.stringContaining(help) }) }),
    );
  });

  test('over a sidecar', () => {
    const rawData = rawDataWith({ 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': '{}' });
    expect(refusalOf(() => addDataset(join(rawData, 'economy/x.csv'), { rawData, category: null }))).toBe(
      'target-exists',
    );
    expect(readFileSync(join(rawData, 'economy/x.meta.json'), 'utf8')).toBe('{}');
  });
});

describe('the command', () => {
  test('prints what was added and proposed, what is in the file, and what to do next', async () => {
    const rawData = rawDataWith({});
    const file = join(folderWith({ 'regen.csv': GERMAN }), 'regen.csv');
    const { code, stdout, stderr } = await runCommand('add', ['--raw-data', rawData, file, '--category', 'economy']);
    expect(code).toBe(0);
    expect(stdout).toContain('added economy/regen.csv, and economy/regen.meta.json to fill in\n');
    expect(stdout).toContain('"csv": { "encoding": "windows-1252", "skipRows": 3 }\n');
    expect(stdout).toContain('economy/regen.csv → regen\n  2 rows, 3 columns, delimiter ";"');
    expect(stdout).not.toContain('1 file: 0 problems');
    const [data, , left, required, optional, next, ...rest] = stdout.split('\n').slice(-7);
    expect(data).toBe('the data: 0 problems to solve, 0 hints');
    expect(left).toMatch(/^Left to fill in, in .*\/economy\/regen\.meta\.json:$/);
    expect(required).toContain('"description", "source" and "url"');
    expect(optional).toContain('"license" and "retrieved", and "description" and "unit" of each column');
    expect(next).toMatch(/^Next: fill them in, and run npm run check-data -- --raw-data \S+ \S*\/economy\/regen\.csv$/);
    expect(rest).toEqual(['']);
    expect(stdout).toContain('Amt für Wetter');
    expect(stderr).toBe('');
    expect(existsSync(join(rawData, 'economy/regen.csv'))).toBe(true);
  });

  test.each([[[]], [['a.csv', 'b.csv']]])('needs one file, not %j', async (files) => {
    const { code, stderr } = await runCommand('add', [...files]);
    expect(code).toBe(2);
    expect(stderr).toContain('one file must be named');
  });

  test('refuses without a stack trace', async () => {
    const { code, stdout, stderr } = await runCommand('add', ['none.csv', '--category', 'economy']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^none\.csv {2}file-unreadable {2}.*\n {4}.*\n\nNothing was added\.\n$/);
  });
});

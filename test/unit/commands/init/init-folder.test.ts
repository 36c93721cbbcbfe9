import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkData } from '../../../../src/commands/check-data.ts';
import { defaultTitle, initFolder, lacksCatalogue } from '../../../../src/commands/init/init-folder.ts';
import { whyNotCategory } from '../../../../src/discover/name-dataset.ts';
import { ProblemError } from '../../../../src/problems/problem.ts';
import { folderWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';

const ANSWERS = { title: 'Data of Bern', publisher: 'City of Bern', language: 'en-GB' };
const EXAMPLE = 'raw-data/general/wheat-prices-and-wages.csv';
const TEMPLATE = 'src/commands/init/template';

/** Paths of all files in a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

function json(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

describe('in an empty folder', () => {
  const begin = (): [string, ReturnType<typeof initFolder>] => {
    const folder = folderWith({});
    return [folder, initFolder(folder, ANSWERS)];
  };

  test('every file of the template is written, with a dot where its name has one, and two more', () => {
    const [folder, { written, kept, example, missingPackage }] = begin();
    const templates = filesIn(TEMPLATE).map((path) => path.replace(/^git/, '.git'));
    expect(templates).toContain('.gitignore');
    expect(written).toEqual([...templates, 'package.json', 'raw-data/catalogue.json'].sort());
    expect(filesIn(folder)).toEqual(written);
    expect({ kept, example, missingPackage }).toEqual({ kept: [], example: EXAMPLE, missingPackage: null });
  });

  test('the answers describe the catalogue', () => {
    const [folder] = begin();
    expect(json(folder, 'raw-data/catalogue.json')).toMatchObject(ANSWERS);
    const other = folderWith({});
    initFolder(other, { ...ANSWERS, publisher: null });
    expect(json(other, 'raw-data/catalogue.json')).not.toHaveProperty('publisher');
  });

  test('the raw data has neither a problem nor a hint', () => {
    const [folder] = begin();
    const { files, problems } = checkData(join(folder, 'raw-data'), []);
    expect(files.map(({ file, problems: found }) => [file, found])).toEqual([[EXAMPLE.replace('raw-data/', ''), []]]);
    expect(problems).toEqual([]);
  });

  test('the package is private, depends on this version, and has the commands as scripts', () => {
    const [folder] = begin();
    const { private: isPrivate, scripts, devDependencies } = json(folder, 'package.json');
    expect(isPrivate).toBe(true);
    expect(devDependencies).toEqual({ almanac: json('package.json').version });
    expect(scripts).toMatchObject({ build: 'almanac build', check: 'almanac check', dev: 'almanac dev' });
  });
});

describe.each([
  ['de-CH', 'de', 'general', 'Alle Datensätze dieses Katalogs.', 'Datensätze der Kategorie Water levels.'],
  ['fr-CA', 'fr', 'general', 'Tous les jeux de données', 'Jeux de données de la catégorie Water levels.'],
  ['it', 'en', 'general', 'All datasets in this catalogue.', 'Datasets in the category Water levels.'],
])('of a catalogue in %s', (language, spoken, category, description, ofFolder) => {
  test(`the first category and the example are described in ${spoken}, in a folder that can be part of URLs`, () => {
    const folder = folderWith({});
    const { example, written } = initFolder(folder, { ...ANSWERS, language });
    expect(example).toBe(`raw-data/${category}/wheat-prices-and-wages.csv`);
    const catalogue = json(folder, 'raw-data/catalogue.json') as {
      categories: Record<string, { description: string }>;
    };
    expect(Object.keys(catalogue.categories)).toEqual([category]);
    expect(whyNotCategory(category)).toBeNull();
    expect(catalogue.categories[category]?.description).toContain(description);
    expect(checkData(join(folder, 'raw-data'), [])).toMatchObject({
      ok: true,
      problems: [],
      files: [{ problems: [] }],
    });
    const sidecar = written.find((path) => path.endsWith('.meta.json')) as string;
    const template = json(TEMPLATE, 'raw-data/general/wheat-prices-and-wages.meta.json');
    const { name, description: text, keywords, columns, ...rest } = json(folder, sidecar) as typeof template;
    expect(rest).toEqual(Object.fromEntries(Object.keys(rest).map((key) => [key, template[key]])));
    expect(Object.keys(columns as object)).toEqual(Object.keys(template.columns as object));
    const own = [name, text, keywords, columns].map((it) => JSON.stringify(it));
    const english = ['name', 'description', 'keywords', 'columns'].map((key) => JSON.stringify(template[key]));
    for (const [at, words] of own.entries()) expect(words === english[at], words).toBe(spoken === 'en');
  });

  test(`folders of data that are there become categories described in ${spoken}`, () => {
    const folder = folderWith({ 'raw-data/water-levels/x.csv': 'a\n1\n' });
    initFolder(folder, { ...ANSWERS, language });
    expect(json(folder, 'raw-data/catalogue.json').categories).toEqual({
      'water-levels': { title: 'Water levels', description: ofFolder },
    });
  });
});

test('a folder that does not exist is created', () => {
  const folder = join(folderWith({}), 'new/er');
  initFolder(folder, ANSWERS);
  expect(existsSync(join(folder, EXAMPLE))).toBe(true);
});

describe('what is there already', () => {
  test('stays as it is, and is named', () => {
    const folder = folderWith({ 'package.json': '{}', '.gitignore': 'x' });
    const { written, kept } = initFolder(folder, ANSWERS);
    expect(kept).toEqual(['.gitignore', 'package.json']);
    expect(written).not.toContain('package.json');
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{}');
  });

  test('may be a link that leads nowhere', () => {
    const folder = folderWith({});
    symlinkSync('nowhere', join(folder, '.gitignore'));
    expect(initFolder(folder, ANSWERS).kept).toEqual(['.gitignore']);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test('may be all of it', () => {
    const folder = folderWith({});
    const { written } = initFolder(folder, ANSWERS);
    expect(lacksCatalogue(folder)).toBe(false);
    expect(initFolder(folder, ANSWERS)).toEqual({
      written: [],
      kept: written.filter((path) => !path.startsWith('raw-data/general/')),
      example: null,
      missingPackage: null,
      missingIgnores: [],
      toAdd: [],
    });
  });

  test.each([
    ['x\n', ['node_modules', 'dist', '.dist-*', '.dist.lock']],
    ['# dist\nnode_modules/\n', ['dist', '.dist-*', '.dist.lock']],
    ['/node_modules\r\n**/dist/**\r\n.dist-*\r\n/.dist.lock \r\n', []],
  ])('if it is the .gitignore %j, that lacks %j', (text, missing) => {
    expect(initFolder(folderWith({ '.gitignore': text }), ANSWERS).missingIgnores).toEqual(missing);
  });

  test.each([
    ['file:almanac-0.1.0.tgz', 'file:almanac-0.1.0.tgz'],
    ['https://registry.example/almanac-0.1.0.tgz', null],
  ])('if it is Almanac, installed from %s, the package names that file, or else the version', (resolved, source) => {
    const record = JSON.stringify({ packages: { 'node_modules/almanac': { resolved } } });
    const folder = folderWith({ 'node_modules/.package-lock.json': record });
    initFolder(folder, ANSWERS);
    const { version } = json('package.json');
    expect(json(folder, 'package.json').devDependencies).toEqual({ almanac: source ?? version });
    const other = folderWith({ 'node_modules/.package-lock.json': record, 'package.json': '{}' });
    expect(initFolder(other, ANSWERS).missingPackage).toBe(source ?? `almanac@${version}`);
  });

  test('if it is data at the top, that can be added, and there is no example', () => {
    const folder = folderWith({ 'b.tsv': 'a\n', 'a.CSV': 'a\n', 'not.csv/x.txt': '', 'x.txt': '' });
    const { toAdd, example } = initFolder(folder, ANSWERS);
    expect({ toAdd, example }).toEqual({ toAdd: ['a.CSV', 'b.tsv'], example: null });
    expect(Object.keys(json(folder, 'raw-data/catalogue.json').categories as object)).toEqual(['general']);
  });

  test('if it describes a catalogue, that gets no example, whose category it might not have', () => {
    const folder = folderWith({ 'raw-data/catalogue.json': '{}' });
    const { written, example } = initFolder(folder, ANSWERS);
    expect(example).toBeNull();
    expect(written.filter((path) => path.startsWith('raw-data'))).toEqual([]);
  });

  test.each([
    ['{}', true],
    ['{ "devDependencies": { "other": "1" }, "dependencies": {} }', true],
    ['{ "dependencies": { "almanac": "^0.0.1" } }', false],
    ['{', false],
  ])('if it is the package.json %s, that must still depend on Almanac: %s', (text, isMissing) => {
    const { missingPackage } = initFolder(folderWith({ 'package.json': text }), ANSWERS);
    expect(missingPackage).toBe(isMissing ? `almanac@${json('package.json').version}` : null);
  });

  test('if it is data, it gets the categories that its folders name, and no example', () => {
    const folder = folderWith({
      ...withSidecar('raw-data/economy/prices', 'a\n1\n', { columns: { a: { description: 'A' } } }),
      'raw-data/Not a category/x.csv': 'a\n',
      'raw-data/top.csv': 'a\n',
    });
    expect(initFolder(folder, ANSWERS).example).toBeNull();
    const { categories } = json(folder, 'raw-data/catalogue.json');
    expect(Object.keys(categories as object)).toEqual(['economy']);
    const { files } = checkData(join(folder, 'raw-data'), []);
    expect(files).toMatchObject([{ file: 'economy/prices.csv', problems: [] }]);
  });
});

describe('what cannot be written', () => {
  test.each([
    ['a file where the raw data must be', 'raw-data'],
    ['a file where the folder must be', 'file'],
  ])('because of %s, is said, and nothing is written', (_, file) => {
    const folder = folderWith({ [file]: '' });
    const before = readdirSync(folder);
    const place = file === 'raw-data' ? folder : join(folder, file);
    expect(() => initFolder(place, ANSWERS)).toThrow(
      expect.objectContaining({
        problem: expect.objectContaining({
          code: 'output-unwritable',
          help: expect.stringContaining('Remove or rename'),
        }),
      }),
    );
    expect(readdirSync(folder)).toEqual(before);
  });

  test('because of a file where a category must be, is said too', () => {
    const folder = folderWith({ 'raw-data/general': '' });
    expect(() => initFolder(folder, ANSWERS)).toThrow(ProblemError);
    expect(filesIn(folder)).toEqual(['raw-data/general']);
  });
});

test('the title is made from the name of the folder', () => {
  expect(defaultTitle('/data/open-data_bern', 'de')).toBe('Open data bern');
  expect(defaultTitle('/data/a\u001b[2J\nb', 'en')).toBe('A [2J b');
  expect(defaultTitle('/', 'en-GB')).toBe('Open data');
  expect(defaultTitle('/', 'fr')).toBe('Données ouvertes');
});

import { describe, expect, test } from 'vitest';
import { catalogueOf, chooseCategory, type Request } from '../../../src/commands/add-dataset/choose-category.ts';
import type { Catalogue } from '../../../src/model.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { PLAIN_CATALOGUE } from '../../support/tables/plain-catalogue.ts';

const REQUEST: Request = { path: 'my file.csv', rawData: 'raw-data', category: null, create: false };

function catalogueWith(...names: string[]): Catalogue {
  const categories = names.map((name) => ({ name, title: name, description: name }));
  return { ...PLAIN_CATALOGUE, categories };
}

/** What a request is refused with. */
function refusalOf(step: () => unknown): Partial<Problem> {
  try {
    step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, file, message, help } = error.problem;
    return { code, file, message, help };
  }
  return {};
}

describe('the category of a new file is', () => {
  test.each<[string, Partial<Request>, string | null, Catalogue | null, string, boolean]>([
    ['the one that is given', { category: 'a' }, 'b', catalogueWith('a', 'b'), 'a', true],
    ['that of its folder', {}, 'b', catalogueWith('a', 'b'), 'b', true],
    ['the only one', {}, null, catalogueWith('a'), 'a', true],
    ['a new one that is given', { category: 'c', create: true }, 'b', catalogueWith('a', 'b'), 'c', false],
    ['a new one of a folder', { create: true }, 'c', catalogueWith('a'), 'c', false],
    ['the first', { category: 'c', create: true }, null, null, 'c', false],
    ['the given one, though it may be created', { category: 'a', create: true }, null, catalogueWith('a'), 'a', true],
  ])('%s', (_, request, folder, catalogue, name, exists) => {
    expect(chooseCategory({ ...REQUEST, ...request }, folder, catalogue)).toEqual({ name, exists });
  });
});

const NO_CATALOGUE = 'does not exist yet, so the catalogue has no title and no categories';
const SLUG = 'Write --category with a name of a–z, 0–9, _ and -: it becomes part of the URL.';

describe('refused, with the command that works, is', () => {
  test.each<
    [string, Partial<Request>, string | null, Catalogue | null, Problem['code'], string | null, string, string]
  >([
    [
      'no category, of several',
      {},
      null,
      catalogueWith('a', 'b'),
      'setting-invalid',
      null,
      'the category of the file is not given',
      'Write --category with one of a, b. With --create, it may also be a new one.',
    ],
    [
      'no category, if there is not any',
      {},
      null,
      catalogueWith(),
      'setting-invalid',
      null,
      'the category of the file is not given',
      "The catalogue has no category yet. To create one, for example: npm run add -- 'my file.csv' --category economy --create",
    ],
    [
      'no category, without a catalogue',
      { create: true },
      null,
      null,
      'catalogue-missing',
      'catalogue.json',
      NO_CATALOGUE,
      "Choose the file’s category. To create both, for example: npm run add -- 'my file.csv' --category economy --create",
    ],
    [
      'a category that is not in the catalogue',
      { category: 'econmy', path: 'x.csv' },
      null,
      catalogueWith('economy', 'b'),
      'setting-invalid',
      null,
      '--category econmy is not in the catalogue (did you mean "economy"?)',
      'Known: economy, b. To create the category: npm run add -- x.csv --category econmy --create',
    ],
    [
      'a folder that is not in the catalogue',
      { path: 'my-data/c/it’s.csv', rawData: 'my-data' },
      'c',
      catalogueWith(),
      'category-unknown',
      null,
      'the category "c", which the file’s folder names, is not in the catalogue',
      'To create the category: npm run add -- --raw-data my-data "my-data/c/it’s.csv" --create',
    ],
    [
      'a category without a catalogue',
      { category: 'c', path: "it's.csv" },
      null,
      null,
      'catalogue-missing',
      'catalogue.json',
      NO_CATALOGUE,
      'To create it, with this category: npm run add -- "it\'s.csv" --category c --create',
    ],
    [
      'a category that cannot be one',
      { category: 'My data', create: true },
      null,
      catalogueWith('a'),
      'setting-invalid',
      null,
      '--category My data cannot be a category: it is not a slug ([a-z0-9_-])',
      `Known: a. ${SLUG}`,
    ],
    [
      'a folder that cannot be one',
      { create: true },
      'limit',
      null,
      'name-invalid',
      null,
      'the folder "limit" cannot be a category: "limit" is a word of the API’s own paths',
      SLUG,
    ],
  ])('%s', (_, request, folder, catalogue, code, file, message, help) => {
    expect(refusalOf(() => chooseCategory({ ...REQUEST, ...request }, folder, catalogue))).toEqual({
      code,
      file,
      message,
      help,
    });
  });
});

test.each([
  ['Zürich/ö_1.:@%+,=-.csv', 'Zürich/ö_1.:@%+,=-.csv'],
  ['a b', "'a b'"],
  ['$a', "'$a'"],
  ['a;', "'a;'"],
  ["'", `"'"`],
  ['', "''"],
])('the path %j is written for a shell as %s', (path, word) => {
  const { help } = refusalOf(() => chooseCategory({ ...REQUEST, path, category: 'c' }, null, catalogueWith()));
  expect(help).toBe(`To create the category: npm run add -- ${word} --category c --create`);
});

describe('the catalogue', () => {
  test('is read, or does not exist yet', () => {
    expect(catalogueOf(rawDataWith({}))?.categories.map(({ name }) => name)).toEqual(['economy', 'governance']);
    expect(catalogueOf(folderWith({}))).toBeNull();
  });

  test('with a fault refuses the file with that', () => {
    const rawData = folderWith({ 'catalogue.json': '{' });
    expect(refusalOf(() => catalogueOf(rawData))).toMatchObject({ code: 'json-syntax', file: 'catalogue.json' });
  });

  test('without a folder refuses the file', () => {
    expect(refusalOf(() => catalogueOf('/nowhere/raw'))).toEqual({
      code: 'raw-data-missing',
      file: '/nowhere/raw',
      message: 'is not a folder',
      help: 'Name the folder: --raw-data DIR.',
    });
  });
});

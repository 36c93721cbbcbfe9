import { describe, expect, test } from 'vitest';
import { catalogueOf, chooseCategory, type Request } from '../../../src/commands/add-dataset/choose-category.ts';
import type { Catalogue } from '../../../src/model.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { PLAIN_CATALOGUE } from '../../support/tables/plain-catalogue.ts';

const REQUEST: Request = {
  path: 'my file.csv',
  shown: 'my file.csv',
  rawData: 'raw-data',
  category: null,
  create: false,
};

function requestWith(request: Partial<Request>): Request {
  return { ...REQUEST, shown: request.path ?? REQUEST.path, ...request };
}

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
    expect(chooseCategory(requestWith(request), folder, catalogue)).toEqual({ name, exists });
  });
});

const REFUSED: Record<string, [request: Partial<Request>, folder: string | null, catalogue: Catalogue | null]> = {
  'no category, of several': [{}, null, catalogueWith('a', 'b')],
  'no category, if there is not any': [{}, null, catalogueWith()],
  'no category, without a catalogue': [{ create: true }, null, null],
  'a category that is not in the catalogue': [
    { category: 'econmy', path: 'x.csv' },
    null,
    catalogueWith('economy', 'b'),
  ],
  'a folder that is not in the catalogue': [{ path: 'my-data/c/it’s.csv', rawData: 'my-data' }, 'c', catalogueWith()],
  'a category without a catalogue': [{ category: 'c', path: "it's.csv" }, null, null],
  'a category that cannot be one': [{ category: 'My data', create: true }, null, catalogueWith('a')],
  'a folder that cannot be one': [{ create: true }, 'limit', null],
};

test('a refusal names the command that works, as choose-category.txt shows it', async () => {
  const printed = Object.entries(REFUSED).map(([name, [request, folder, catalogue]]) => {
    const it = refusalOf(() => chooseCategory(requestWith(request), folder, catalogue));
    return `# ${name}\n\n${it.file ?? ''} ${it.code}\n${it.message}\n${it.help}\n`;
  });
  await expect(printed.join('\n')).toMatchFileSnapshot('choose-category.txt');
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
    expect(refusalOf(() => catalogueOf('/nowhere/raw'))).toMatchObject({
      code: 'raw-data-missing',
      file: '/nowhere/raw',
    });
  });
});

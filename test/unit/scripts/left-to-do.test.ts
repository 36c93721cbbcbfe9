import { afterEach, expect, test } from 'vitest';
import { leftToDo } from '../../../scripts/terminal/left-to-do.ts';
import { blankKeys } from '../../../src/discover/sidecar/blank-fields.ts';
import { draftSidecar } from '../../../src/discover/sidecar/draft-sidecar.ts';
import { asProgram, asScripts, callCommands } from '../../../src/problems/name-command.ts';

afterEach(() => callCommands(asScripts));

const DRAFT = {
  schema: null,
  stem: 'rain',
  category: null,
  given: new Set<string>(),
  origin: null,
  columns: new Map(),
  csv: {},
};
const FILES = { file: 'c/rain.csv', sidecar: 'c/rain.meta.json' };

function blankIn(draft: Partial<Parameters<typeof draftSidecar>[0]>): ReturnType<typeof blankKeys> {
  return blankKeys(JSON.parse(draftSidecar({ ...DRAFT, ...draft })));
}

test('after a file is added, the keys that are blank in its sidecar are listed, those that a build needs first', () => {
  callCommands(asProgram('npx almanac'));
  const columns = new Map([
    ['a', {}],
    ['b', { unit: 'mm' }],
  ]);
  expect(leftToDo({ ...FILES, blank: blankIn({ columns }) }, { rawData: 'raw-data' })).toEqual([
    'Still blank in raw-data/c/rain.meta.json:',
    '  "description", "source" and "url": required to publish the dataset',
    '  "license" and "retrieved", and "description" and "unit" of each column: useful to readers',
    'Next: fill them in and run npx almanac check raw-data/c/rain.csv',
  ]);
});

test('the next command names another folder of raw data, and quotes paths for a shell', () => {
  const left = leftToDo(
    { ...FILES, file: 'c/$(id) x.csv', blank: blankIn({ given: new Set(['license']) }) },
    { rawData: 'my data' },
  );
  expect(left.slice(2)).toEqual([
    '  "retrieved": useful to readers',
    expect.stringMatching(
      /^Next: fill them in and run npm run check-data -- --raw-data .my data. .my data\/c\/\$\(id\) x\.csv.$/,
    ),
  ]);
});

test('a sidecar without blanks is only to be checked', () => {
  const filled = { name: 'N', description: 'D', source: 'S', url: 'U', columns: { a: { unit: 'mm' } } };
  expect(leftToDo({ ...FILES, blank: blankKeys(filled) }, { rawData: 'raw-data' })).toEqual([
    'Next: npm run check-data -- raw-data/c/rain.csv',
  ]);
});

test('blanks are keys of a person alone, with any kind of white space', () => {
  const sidecar = {
    name: ' ',
    url: '\u00A0',
    license: '',
    category: 'c',
    csv: { missing: [''] },
    columns: { a: { unit: '' }, b: 1 },
  };
  expect(blankKeys(sidecar)).toEqual({ required: ['name', 'url'], optional: ['license'], ofColumns: ['unit'] });
});

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findSources } from '../../../src/discover/find-sources.ts';
import type { Source } from '../../../src/model.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { folderWith, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

const CATEGORIES = ['economy', 'governance'].map((name) => ({ name, title: name, description: name }));
const DATA = withSidecar('economy/x', 'a\n1\n');

test('a CSV file and its sidecar make a source, named after the file, in the category of its folder', () => {
  const { sources, problems } = find(rawDataWith(DATA));
  expect(problems).toEqual([]);
  expect(sources).toMatchObject([
    {
      config: 'x',
      file: 'economy/x.csv',
      descriptionFile: 'economy/x.meta.json',
      category: 'economy',
      name: 'A dataset',
    },
  ]);
});

test('sources are sorted by config name, by code point', () => {
  const names = ['b', 'a_b', 'a-b', 'a', 'a0', 'B2'];
  const files = names.flatMap((name) => [
    [`governance/${name}.csv`, 'a\n1\n'],
    [`governance/${name}.meta.json`, sidecarWith()],
  ]);
  const { sources } = find(rawDataWith(Object.fromEntries(files)));
  expect(sources.map(({ config }) => config)).toEqual(['a', 'a-b', 'a0', 'a_b', 'b', 'b2']);
});

test.each(['CSV', 'tsv', 'TSV'])('files may be in subfolders, and end in .%s', (ending) => {
  const files = { [`economy/old/Deep.${ending}`]: 'a\n1\n', 'economy/old/Deep.meta.json': sidecarWith() };
  expect(find(rawDataWith(files)).sources).toMatchObject([{ config: 'deep', category: 'economy' }]);
});

test.each([
  ['a tab', {}, '\t'],
  ['the character that its description names', { csv: { delimiter: ',' } }, ','],
])('the delimiter of a .tsv file is %s', (_, members, delimiter) => {
  const files = { 'economy/x.tsv': 'a\n1\n', 'economy/x.meta.json': sidecarWith(members) };
  expect(find(rawDataWith(files)).sources).toMatchObject([{ config: 'x', format: { delimiter } }]);
});

test('a .tsv file without a sidecar is refused, and one beside a .csv file of the same name is a collision', () => {
  expect(placesOf(find(rawDataWith({ 'economy/x.tsv': 'a\n1\n' })).problems)).toEqual([
    'economy/x.tsv sidecar-missing',
  ]);
  const { sources, problems } = find(rawDataWith({ ...DATA, 'economy/x.tsv': 'a\n1\n' }));
  expect(sources.map(({ isRefused }) => isRefused)).toEqual([true, true]);
  expect(placesOf(problems)).toEqual(['economy/x.csv name-collision', 'economy/x.tsv name-collision']);
  expect(problems[0]?.message).toContain('economy/x.tsv');
});

describe('the licence of a dataset', () => {
  const unlicensed = (license?: string) => ({ ...DATA, 'economy/x.meta.json': sidecarWith({ license }) });

  test.each([
    ['its own', 'CC0', 'ODbL', 'CC0'],
    ['the catalogue’s, if it names none', undefined, 'ODbL', 'ODbL'],
    ['the catalogue’s, if its own is blank', ' ', 'ODbL', 'ODbL'],
  ])('is %s', (_, own, license, expected) => {
    const problems: Problem[] = [];
    const catalogue = { categories: CATEGORIES, license };
    const sources = findSources(rawDataWith(unlicensed(own)), catalogue, (it) => problems.push(it));
    expect(sources).toMatchObject([{ license: expected, isRefused: false }]);
    expect(problems).toEqual([]);
  });

  test.each([undefined, '', ' '])('is not stated, with a hint, if it is %j and the catalogue names none', (own) => {
    const { sources, problems } = find(rawDataWith(unlicensed(own)));
    expect(sources).toMatchObject([{ license: 'not stated', isRefused: false }]);
    expect(problems).toMatchObject([{ severity: 'hint', code: 'license-missing', file: 'economy/x.meta.json' }]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['is not a text', { license: 4 }, 'value-invalid'],
    ['may be that of a mistyped key', { license: undefined, licence: 'CC0' }, 'key-unknown'],
  ])('that %s is an error, and not also a hint', (_, members, code) => {
    const files = { ...DATA, 'economy/x.meta.json': sidecarWith(members) };
    expect(find(rawDataWith(files)).problems.map((it) => it.code)).toEqual([code]);
  });
});

test.each([
  ['a name that is not a text', { name: 1 }, 'value-invalid'],
  ['a faulty format, with which the file is not read', { csv: { quote: 1 } }, 'value-invalid'],
  ['an unknown key', { cvs: {} }, 'key-unknown'],
])('the licence and the category are checked beside %s', (_, members, code) => {
  const sidecar = sidecarWith({ ...members, license: 'CC-BY 4.0', category: 'govenance' });
  const { sources, problems } = find(rawDataWith({ ...DATA, 'economy/x.meta.json': sidecar }));
  expect(problems.map((it) => it.code).sort()).toEqual(['category-unknown', code, 'license-doubtful'].sort());
  expect(sources.filter(({ isRefused }) => !isRefused)).toEqual([]);
});

test('the sidecar’s category takes precedence over the folder’s', () => {
  const files = withSidecar('x', 'a\n1\n', { category: 'governance' });
  expect(find(rawDataWith(files)).sources).toMatchObject([{ config: 'x', category: 'governance' }]);
});

describe('an entry with the name of a CSV file is refused if it is', () => {
  test('a link to a file or folder outside the raw data', () => {
    const outside = folderWith({ 'secret.csv': 'a\n1\n' });
    const rawData = rawDataWith({ 'economy/x.meta.json': sidecarWith() });
    symlinkSync(join(outside, 'secret.csv'), join(rawData, 'economy/x.csv'));
    symlinkSync(outside, join(rawData, 'governance'));
    const { sources, problems } = find(rawData);
    expect(sources).toEqual([]);
    expect(placesOf(problems)).toEqual(['economy/x.csv link-outside', 'governance link-outside']);
  });

  test('a link to a folder whose name begins with that of the raw-data folder', () => {
    const parent = folderWith({ 'data/catalogue.json': '{}', 'data-private/x.csv': 'a\n1\n' });
    mkdirSync(join(parent, 'data/economy'));
    symlinkSync('../../data-private/x.csv', join(parent, 'data/economy/x.csv'));
    expect(placesOf(find(join(parent, 'data')).problems)).toEqual(['economy/x.csv link-outside']);
  });
});

test('a link to a file inside counts as a file', () => {
  const rawData = rawDataWith({ ...DATA, 'economy/y.meta.json': sidecarWith() });
  symlinkSync('x.csv', join(rawData, 'economy/y.csv'));
  const { sources, problems } = find(rawData);
  expect(problems).toEqual([]);
  expect(sources.map(({ config }) => config)).toEqual(['x', 'y']);
});

test('the raw-data folder itself may be a link', () => {
  const place = folderWith({});
  symlinkSync(rawDataWith(DATA), join(place, 'link'));
  expect(find(join(place, 'link'))).toMatchObject({ sources: [{ config: 'x' }], problems: [] });
});

function find(rawData: string): { sources: Source[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const sources = findSources(rawData, { categories: CATEGORIES, license: null }, (it) => problems.push(it));
  return { sources, problems };
}

describe('a former name', () => {
  const named = (path: string, ...formerly: string[]) => withSidecar(path, 'a\n1\n', { formerly });

  test('is kept, in the order of the sidecar', () => {
    const { sources, problems } = find(rawDataWith({ ...DATA, ...named('economy/y', 'z', 'house_prices-2') }));
    expect(problems).toEqual([]);
    expect(sources.map(({ config, formerly }) => [config, formerly])).toEqual([
      ['x', []],
      ['y', ['z', 'house_prices-2']],
    ]);
  });

  // Its page would be written over the page of the other dataset.
  test('must not be the name of another dataset, even of one that is refused', () => {
    const files = { ...DATA, ...named('economy/y', 'old', 'x'), 'economy/x.tsv': 'a\n1\n' };
    const { sources, problems } = find(rawDataWith(files));
    expect(sources.map(({ config, isRefused }) => [config, isRefused])).toContainEqual(['y', true]);
    const [problem] = problems.filter(({ file }) => file === 'economy/y.meta.json');
    expect(problem).toMatchObject({ code: 'name-collision', line: 9, column: 5 });
    expect(problem?.message).toMatch(/^"formerly" contains "x", which is the name of economy\/x\.[ct]sv$/);
  });

  test('must not be that of two datasets, each of which is then refused', () => {
    const files = { ...DATA, ...named('economy/y', 'old'), ...named('governance/z', 'old') };
    const { sources, problems } = find(rawDataWith(files));
    expect(sources.map(({ isRefused }) => isRefused)).toEqual([false, true, true]);
    expect(placesOf(problems)).toEqual([
      'economy/y.meta.json:8:5 name-collision',
      'governance/z.meta.json:8:5 name-collision',
    ]);
  });

  test('of a dataset that is not selected is not reported', () => {
    const rawData = rawDataWith({ ...DATA, ...named('economy/y', 'x') });
    const problems: Problem[] = [];
    findSources(rawData, { categories: CATEGORIES, license: null }, (it) => problems.push(it), ['x']);
    expect(problems).toEqual([]);
  });
});

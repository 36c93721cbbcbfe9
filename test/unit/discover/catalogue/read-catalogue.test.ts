import { expect, test } from 'vitest';
import { hasFeatured, readCatalogue } from '../../../../src/discover/catalogue/read-catalogue.ts';
import type { Catalogue } from '../../../../src/model.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { placesOf } from '../../../support/builds/problem-places.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

test('a catalogue has a title, a description and categories in their order', () => {
  const { catalogue, problems } = read(
    catalogueWith({ categories: { zoo: { title: 'Z', description: 'z' }, art: { title: 'A', description: 'a' } } }),
  );
  expect(problems).toEqual([]);
  expect(catalogue).toEqual({
    title: 'Ours',
    description: 'All of it.',
    publisher: null,
    contact: null,
    license: null,
    language: 'en',
    direction: 'ltr',
    keywords: [],
    accent: null,
    logo: null,
    featured: null,
    theme: null,
    texts: { home: null, pages: [] },
    categories: [
      { name: 'zoo', title: 'Z', description: 'z' },
      { name: 'art', title: 'A', description: 'a' },
    ],
  });
});

test('publisher, contact and licence are optional', () => {
  const more = { publisher: 'We', contact: 'mailto:we@example.org', license: 'CC0' };
  expect(read(catalogueWith({ ...more, $schema: 'x.json' }))).toMatchObject({ catalogue: more, problems: [] });
});

test('a wrong key hides no mistake in the logo and the style sheet', () => {
  const files = {
    'catalogue.json': catalogueWith({ accent: 'dunkelblau', logo: 'mark.png' }),
    'theme.css': '@import "x.css";',
  };
  const problems: Problem[] = [];
  expect(readCatalogue(folderWith(files), (it) => problems.push(it))).toBeNull();
  expect(problems.map(({ code }) => code).sort()).toEqual(['logo-invalid', 'theme-invalid', 'value-invalid']);
});

test('blank ones are absent', () => {
  const blank = catalogueWith({ publisher: '', contact: ' ', license: '' });
  const absent = { publisher: null, contact: null, license: null };
  expect(read(blank)).toMatchObject({ catalogue: absent, problems: [] });
});

test('language and direction, keywords and accent are optional, and written in one way', () => {
  const given = { language: 'FA-ir', keywords: [' a ', 'b', '', 'a'], accent: '#0B5A6F' };
  expect(read(catalogueWith(given))).toMatchObject({
    catalogue: { language: 'fa-IR', direction: 'rtl', keywords: ['a', 'b'], accent: '#0b5a6f' },
    problems: [],
  });
  expect(read(catalogueWith({ ...given, direction: 'ltr' })).catalogue?.direction).toBe('ltr');
  const blank = { language: '', accent: ' ', logo: '' };
  expect(read(catalogueWith(blank))).toMatchObject({
    catalogue: { language: 'en', direction: 'ltr', accent: null, logo: null },
    problems: [],
  });
});

test('the featured dataset exists', () => {
  const { catalogue } = read(catalogueWith({ featured: ' wages ' }));
  expect(catalogue?.featured).toBe('wages');
  const problems: Problem[] = [];
  const folder = folderWith({ 'catalogue.json': catalogueWith({ featured: 'wages' }) });
  const isFound = (configs: string[]) => hasFeatured(folder, { featured: 'wages' }, configs, (it) => problems.push(it));
  expect(isFound(['rents', 'wages'])).toBe(true);
  expect(problems).toEqual([]);
  expect(isFound(['rents', 'wage'])).toBe(false);
  expect(placesOf(problems)).toEqual(['catalogue.json:10:15 value-invalid']);
  expect(problems[0]?.message).toContain('did you mean "wage"?');
});

test('a licence of the SPDX License List has its name there, and what is nearly one is a hint', () => {
  expect(read(catalogueWith({ license: 'cc0-1.0' }))).toMatchObject({
    catalogue: { license: 'Creative Commons Zero v1.0 Universal' },
    problems: [],
  });
  const { catalogue, problems } = read(catalogueWith({ license: 'CC0 1.0' }));
  expect(catalogue?.license).toBe('CC0 1.0');
  expect(problems.map(({ code, file }) => [code, file])).toEqual([['license-doubtful', 'catalogue.json']]);
});

test.each<[string, Record<string, unknown>, string[]]>([
  ['an unknown key', { licence: 'CC0' }, ['key-unknown']],
  ['categories that are a list', { categories: [] }, ['value-invalid']],
  ['a logo that is not there', { logo: 'logo.svg' }, ['logo-invalid']],
])('the licence is checked beside %s', (_, members, codes) => {
  const { catalogue, problems } = read(catalogueWith({ ...members, license: 'CC0 1.0' }));
  expect(catalogue).toBeNull();
  expect(problems.map(({ code }) => code).sort()).toEqual([...codes, 'license-doubtful'].sort());
});

test('a licence that is not a text is an error, and not also a hint', () => {
  expect(read(catalogueWith({ license: 4 })).problems.map(({ code }) => code)).toEqual(['value-invalid']);
});

test('a catalogue may have no category yet', () => {
  expect(read(catalogueWith({ categories: {} }))).toMatchObject({ catalogue: { categories: [] }, problems: [] });
});

test('a folder without a catalogue is refused, with an example to start from', () => {
  const problems: Problem[] = [];
  expect(readCatalogue(folderWith({}), (it) => problems.push(it))).toBeNull();
  expect(placesOf(problems)).toEqual(['catalogue.json catalogue-missing']);
  const example = problems[0]?.help.split('\n').slice(1).join('\n') ?? '';
  expect(read(example).problems).toEqual([]);
});

function catalogueWith(members: Record<string, unknown>): string {
  const categories = { economy: { title: 'Economy', description: 'Money.' } };
  return JSON.stringify({ title: 'Ours', description: 'All of it.', categories, ...members }, null, 2);
}

function read(text: string): { catalogue: Catalogue | null; problems: Problem[] } {
  const problems: Problem[] = [];
  const catalogue = readCatalogue(folderWith({ 'catalogue.json': text }), (it) => problems.push(it));
  return { catalogue, problems };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldName, whyNotPortable } from '../../../src/contract/file-names.ts';
import { readCatalogue } from '../../../src/discover/catalogue/read-catalogue.ts';
import { findData } from '../../../src/discover/find-sources.ts';
import { nameDataset, whyNotCategory } from '../../../src/discover/name-dataset.ts';
import { otherCase, spelledPath, spellingIn } from '../../../src/discover/spelling.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { CATALOGUE, folderWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

const [COMPOSED, DECOMPOSED] = ['Köln'.normalize('NFC'), 'Köln'.normalize('NFD')];

describe('a name is found', () => {
  test('however its accents are composed, in the spelling of the folder', () => {
    const onMac = spellingIn(new Set([`a/${DECOMPOSED}.csv`, 'b.csv']));
    expect(onMac(`a/${COMPOSED}.csv`)).toBe(`a/${DECOMPOSED}.csv`);
    expect(onMac('b.csv')).toBe('b.csv');
    expect(spellingIn(new Set([`${COMPOSED}.csv`]))(`${DECOMPOSED}.csv`)).toBe(`${COMPOSED}.csv`);
  });

  test('in no other case', () => {
    const names = new Set(['Catalogue.json', DECOMPOSED]);
    expect(spellingIn(names)('catalogue.json')).toBeUndefined();
    expect(otherCase([...names], 'catalogue.json')).toBe('Catalogue.json');
    expect(otherCase([...names], COMPOSED)).toBeUndefined();
    expect(otherCase([...names, 'catalogue.json'], 'catalogue.json')).toBeUndefined();
  });
});

test.each([
  ['GDP.csv', 'gdp.CSV'],
  [COMPOSED, DECOMPOSED.toUpperCase()],
  ['straße', 'STRASSE'],
  ['Σίσυφος', 'σίσυφοσ'],
])('a file system that folds case takes %s and %s for one', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test.each([
  ['aux.html', 'device'],
  ['NUL', 'device'],
  ['com1.tar.gz', 'device'],
  ['con .txt', 'device'],
  ['about.', 'dot or space'],
  ['about ', 'dot or space'],
  ['a:b', '":"'],
  ['a\\b', 'Windows forbids'],
  ['console.html', null],
  ['.well-known', null],
  ['über uns.html', null],
])('whether every system can have a file named %j: %s', (name, reason) => {
  if (reason === null) expect(whyNotPortable(name)).toBeNull();
  else expect(whyNotPortable(name)).toContain(reason);
});

describe('published names', () => {
  test('are the same in every case, so two never differ by case alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (stem) => {
        const naming = nameDataset(stem);
        return !('name' in naming) || (foldName(naming.name) === naming.name && /^[a-z0-9_-]+$/.test(naming.name));
      }),
    );
    expect(whyNotCategory('Economy')).not.toBeNull();
  });
});

/** The findings in a folder with some files. */
function findings(files: Record<string, string>): { found: ReturnType<typeof findData>; problems: Problem[] } {
  const problems: Problem[] = [];
  const folder = folderWith(files);
  const found = findData(
    folder,
    readCatalogue(folder, (it) => problems.push(it)),
    (it) => problems.push(it),
  );
  return { found, problems };
}

describe('in a folder that was copied between systems', () => {
  test('a sidecar belongs to its file though one name is composed and the other is not', () => {
    const files = { 'catalogue.json': CATALOGUE, [`economy/${DECOMPOSED}.csv`]: 'a\n1\n' };
    const { found, problems } = findings({ ...files, [`economy/${COMPOSED}.meta.json`]: sidecarWith() });
    expect(problems).toEqual([]);
    expect(found).toMatchObject([{ isDescribed: true, source: { config: 'koln' } }]);
  });

  test('a data package names its file though one name is composed and the other is not', () => {
    const resource = { name: 'koln', path: `${COMPOSED}.csv`, schema: { fields: [{ name: 'a', type: 'integer' }] } };
    const description = JSON.stringify({ name: 'p', resources: [{ ...resource, title: 'Köln' }] });
    const files = { 'catalogue.json': CATALOGUE, [`economy/${DECOMPOSED}.csv`]: 'a\n1\n' };
    const { found, problems } = findings({ ...files, 'economy/datapackage.json': description });
    expect(found.map(({ file }) => file)).toEqual([`economy/${DECOMPOSED}.csv`]);
    expect(problems.map(({ code }) => code)).not.toContain('resource-unreadable');
    expect(problems.map(({ code }) => code)).not.toContain('sidecar-missing');
  });

  test('a sidecar whose name differs in case is refused, and named', () => {
    const files = { 'catalogue.json': CATALOGUE, 'economy/GDP.csv': 'a\n1\n', 'economy/gdp.meta.json': sidecarWith() };
    const [missing] = findings(files).problems.filter(({ code }) => code === 'sidecar-missing');
    expect(missing?.message).toContain('economy/gdp.meta.json instead of economy/GDP.meta.json');
    expect(missing?.help).toBe('Rename economy/gdp.meta.json to GDP.meta.json.');
  });

  test('a description of the catalogue whose name differs in case is refused, and named', () => {
    const [missing] = findings({ 'Catalogue.json': CATALOGUE }).problems;
    expect(missing).toMatchObject({ code: 'catalogue-missing', help: 'Rename it to catalogue.json.' });
    expect(missing?.message).toContain('Catalogue.json');
  });

  test('files that differ by case alone are refused, since they have one config name', () => {
    const files = { 'catalogue.json': CATALOGUE, 'economy/GDP.csv': 'a\n1\n', 'economy/gdp.csv': 'a\n1\n' };
    const all = { ...files, 'economy/gdp.meta.json': sidecarWith(), 'economy/GDP.meta.json': sidecarWith() };
    expect(findings(all).problems.map(({ code, file }) => [code, file])).toEqual([
      ['name-collision', 'economy/GDP.csv'],
      ['name-collision', 'economy/gdp.csv'],
    ]);
  });

  test('descriptions with a byte order mark and line ends of Windows are read, and a mistake is found at its place', () => {
    const windows = (text: string): string => `\uFEFF${text.replace(/\n/g, '\r\n')}`;
    const sidecar = windows(JSON.stringify(JSON.parse(sidecarWith()), null, 2));
    const files = { 'catalogue.json': windows(CATALOGUE), 'economy/x.csv': 'a\r\n1\r\n' };
    expect(findings({ ...files, 'economy/x.meta.json': sidecar }).problems).toEqual([]);
    const unknown = sidecar.replace('{', '{\r\n  "nmae": "x",');
    const [mistake] = findings({ ...files, 'economy/x.meta.json': unknown }).problems;
    expect(mistake).toMatchObject({ code: 'key-unknown', line: 2, column: 3 });
  });
});

test('each part of a path is spelled as in its folder', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, DECOMPOSED));
  writeFileSync(join(folder, DECOMPOSED, 'Logo.svg'), '');
  expect(spelledPath(folder, `${COMPOSED}/Logo.svg`)).toEqual({ path: `${DECOMPOSED}/Logo.svg` });
  expect(spelledPath(folder, `${COMPOSED}/logo.svg`)).toEqual({ otherCase: `${DECOMPOSED}/Logo.svg` });
  expect(spelledPath(folder, 'no/such.svg')).toEqual({ path: 'no/such.svg' });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addFile } from '../../../src/commands/add-dataset/add-file.ts';
import { checkData } from '../../../src/commands/check-data.ts';
import { readCatalogue } from '../../../src/discover/catalogue/read-catalogue.ts';
import { findData } from '../../../src/discover/find-sources.ts';
import type { Source } from '../../../src/model.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { DEFAULT_READING } from '../../../src/settings/settings.ts';
import { type Files, folderWith } from '../../support/builds/raw-data-folder.ts';

const DEFAULTS = {
  source: 'An office',
  url: 'https://example.org/',
  license: 'CC-BY-4.0',
  csv: { delimiter: ';', decimal: ',' },
  columns: {
    canton: { title: 'Canton', description: 'Its abbreviation', labels: { BE: 'Bern', ZH: 'Zürich', UR: 'Uri' } },
    rate: { description: 'Share of the population', unit: '%' },
    note: { description: 'For the office alone', omit: true },
    since: { description: 'First day', date: 'dd.mm.yyyy' },
    value: { description: 'With a flag', flags: 'flag' },
  },
};

function catalogueWith(defaults: object, rest = {}): Files {
  const categories = { economy: { title: 'Economy', description: 'Money.', defaults, ...rest } };
  return { 'catalogue.json': JSON.stringify({ title: 'A', description: 'B.', categories }, null, 2) };
}

/** The sources and problems in a raw-data folder. */
function find(files: Files) {
  const rawData = folderWith(files);
  const problems: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => problems.push(it));
  const found = findData(rawData, catalogue, (it) => problems.push(it));
  const sources = Object.fromEntries(found.map(({ file, source }) => [file, source as Source]));
  return { rawData, catalogue, problems, sources };
}

const CSV = 'canton;rate\nBE;1,5\nZH;2,5\n';

describe('a file without a sidecar in a category with complete defaults', () => {
  test('is published under its name, with the hint that it has no description', () => {
    const { rawData, problems, sources } = find({ ...catalogueWith(DEFAULTS), 'economy/us-rates_2024.csv': CSV });
    expect(problems).toMatchObject([{ code: 'description-missing', file: 'economy/us-rates_2024.csv', line: null }]);
    expect(sources['economy/us-rates_2024.csv']).toMatchObject({
      ...{ config: 'us-rates_2024', name: 'US rates 2024', description: '', source: 'An office', isDescribed: true },
      ...{ category: 'economy', isRefused: false, about: { license: { spdx: 'CC-BY-4.0' } } },
    });
    const report = checkData(rawData, []);
    expect(report.ok).toBe(true);
    expect(report.files[0]?.problems.map(({ code }) => code)).toEqual(['description-missing']);
    expect(report.files[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['canton', 'object'],
      ['rate', 'float64'],
    ]);
  });

  test('is an error as before if they are not complete, or if its sidecar is misspelled', () => {
    const { source: _, ...partial } = DEFAULTS;
    expect(find({ ...catalogueWith(partial), 'economy/a.csv': CSV }).problems).toMatchObject([
      { code: 'sidecar-missing' },
    ]);
    const misspelled = { ...catalogueWith(DEFAULTS), 'economy/a.csv': CSV, 'economy/A.meta.json': '{}' };
    expect(find(misspelled).problems.map(({ code }) => code)).toContain('sidecar-missing');
  });
});

describe('a sidecar', () => {
  test('replaces defaults key by key, and a blank field replaces nothing', () => {
    const sidecar = {
      ...{ name: 'Rates', description: 'By canton.', source: 'Another office', url: '' },
      csv: { decimal: '.' },
      columns: { rate: { unit: 'per mille', description: '' }, own: { description: 'Its own' } },
    };
    const { sources, problems } = find({
      ...catalogueWith(DEFAULTS),
      'economy/a.csv': 'canton;rate;own\nBE;1.5;x\n',
      'economy/a.meta.json': JSON.stringify(sidecar),
    });
    expect(problems).toEqual([]);
    const source = sources['economy/a.csv'] as Source;
    expect(source).toMatchObject({ source: 'Another office', url: 'https://example.org/', format: { delimiter: ';' } });
    expect(source.format.numberFormat).toEqual({ decimal: '.' });
    expect(source.columns.get('rate')).toMatchObject({ description: 'Share of the population', unit: 'per mille' });
    expect(source.columns.get('canton')).toMatchObject({ title: 'Canton', mayBeAbsent: 'declared' });
    expect(source.columns.get('own')).not.toHaveProperty('mayBeAbsent');
  });

  test('that names a column which the file lacks is wrong, and a dictionary that does is not', () => {
    const sidecar = JSON.stringify({ name: 'A', description: 'B.', columns: { rate: { unit: 'kg' } } });
    const files = { 'economy/a.csv': 'canton;x\nBE;1\n', 'economy/a.meta.json': sidecar };
    const { rawData } = find({ ...catalogueWith(DEFAULTS), ...files });
    const problems = checkData(rawData, []).files.flatMap((it) => it.problems);
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'column-unknown', file: 'economy/a.meta.json' },
    ]);
  });

  test('is named as the place of what it states, and the catalogue as that of what the defaults state', () => {
    const defaults = { ...DEFAULTS, columns: { rate: { description: 'Rate', thousands: '.' } } };
    const problemsWith = (sidecar: object) => {
      const text = JSON.stringify({ name: 'A', description: 'B.', ...sidecar });
      return find({ ...catalogueWith(defaults), 'economy/a.csv': CSV, 'economy/a.meta.json': text });
    };
    expect(problemsWith({ columns: { rate: { thousands: ',' } } }).problems).toMatchObject([
      { code: 'value-invalid', file: 'economy/a.meta.json', line: 1 },
    ]);
    const { rawData, problems } = problemsWith({ csv: { decimal: '.' } });
    const lines = readFileSync(join(rawData, 'catalogue.json'), 'utf8').split('\n');
    const line = lines.findIndex((it) => it.includes('"thousands"')) + 1;
    expect(problems).toMatchObject([{ code: 'value-invalid', file: 'catalogue.json', line, column: 26 }]);
  });
});

test('mistakes in defaults are reported once, where they are, however many files they concern', () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`economy/f${at}.csv`, CSV]));
  const defaults = { ...DEFAULTS, url: 'example.org', keywords: [], columns: { rate: { unti: '%', decimal: 'x' } } };
  const { problems, catalogue } = find({ ...catalogueWith(defaults), ...files });
  expect(catalogue).toBe(null);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const named = errors.map(({ code, file, message }) => [code, file, message.split('"')[1]].join(' '));
  const at = 'catalogue.json categories.economy.defaults';
  expect(named).toEqual([
    `value-invalid ${at}.url`,
    `key-unknown ${at}.keywords`,
    `value-invalid ${at}.columns.rate.decimal`,
    `key-unknown ${at}.columns.rate.unti`,
  ]);
});

test('a thousand datasets are described in fewer than a hundred lines', () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`economy/rates-${at}.csv`, `canton;rate\nBE;${at},5\nZH;2,5\n`]),
  );
  const described = catalogueWith(DEFAULTS);
  expect(String(described['catalogue.json']).split('\n').length).toBeLessThan(100);
  const { problems, sources } = find({ ...described, ...files });
  expect(problems.filter(({ code }) => code !== 'description-missing')).toEqual([]);
  expect(Object.values(sources).filter((it) => it?.isDescribed && !it.isRefused)).toHaveLength(1000);
});

test('add writes what the defaults lack, and reads the file as they say', async () => {
  const { rawData } = find(catalogueWith(DEFAULTS));
  const path = join(folderWith({ 'new.csv': 'canton;rate;other\nBE;1,5;x\nZH;2,5;y\n' }), 'new.csv');
  const settings = { ...DEFAULT_READING, rawData, category: null, create: false, sheet: null };
  const { sidecar, found } = await addFile(path, settings);
  expect(found.columns.map(({ type }) => type)).toEqual(['object', 'float64', 'object']);
  expect(JSON.parse(readFileSync(join(rawData, sidecar), 'utf8'))).toEqual({
    ...{ name: 'New', description: '', retrieved: '' },
    columns: { other: { description: '', unit: '' } },
  });
});

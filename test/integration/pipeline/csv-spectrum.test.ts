import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { readPage } from '../../support/tables/read-page.ts';

/*
 * csv-spectrum: CSV files that show whether a parser is robust, each with its records as JSON. All of its values are texts,
 * so cells are compared as texts.
 */

const FOLDER = 'node_modules/csv-spectrum';
const names = readdirSync(join(FOLDER, 'csvs')).map((file) => file.replace(/\.csv$/, ''));

/**
 * Formats for sidecars. The coordinates `37°36'37.8"N` are not quoted, and programs differ in how they read such a quote; the file
 * itself quotes nothing.
 */
const FORMS: Readonly<Record<string, object>> = { location_coordinates: { quote: '' } };

/** The telephone number in this CSV file differs from the one in its JSON, which was made up later. */
const CORRECTIONS: Readonly<Record<string, object>> = {
  location_coordinates: { 'Contact Phone Number': '2095257564' },
};

type TextRecord = (readonly [name: string, text: string])[];

function expectedOf(name: string): TextRecord[] {
  const json = JSON.parse(readFileSync(join(FOLDER, 'json', `${name}.json`), 'utf8')) as object | object[];
  // One of the files has a single record, not in a list.
  return [json].flat().map((record) => Object.entries({ ...record, ...CORRECTIONS[name] }));
}

/** The published cells as texts, or the problems of the file. */
function publishedOf(name: string, form: object): TextRecord[] | string[] {
  const csv = readFileSync(join(FOLDER, 'csvs', `${name}.csv`));
  const rawData = rawDataWith(withSidecar('economy/x', csv, { csv: form }));
  const { errors, texts } = buildInMemory(rawData);
  if (errors.length > 0) return placesOf(errors);
  return readPage(texts.get('v1/datasets/x.json') ?? '').records.map(({ names: columns, tokens }) =>
    columns.map((column, at) => [column, textOf(tokens[at] ?? '')] as const),
  );
}

function textOf(token: string): string {
  if (token === 'null') return '';
  return token.startsWith('"') ? (JSON.parse(token) as string) : token;
}

describe('csv-spectrum', () => {
  test('has twelve files', () => {
    expect(names).toHaveLength(12);
    expect(names).toEqual(expect.arrayContaining(Object.keys(FORMS)));
  });

  test.each(names)('%s is read as it should be', (name) => {
    expect(publishedOf(name, FORMS[name] ?? {})).toEqual(expectedOf(name));
  });

  test('the file with stray quotes is refused unless the sidecar says that it quotes nothing', () => {
    expect(publishedOf('location_coordinates', {})).toEqual(['economy/x.csv:2:22 quote-stray']);
  });
});

import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { CATALOGUE, type Files, folderWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { TRIES } from '../../support/hostile/tally.ts';

const MANY = 20_000;
const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `k${at}`);
const object = (keys: readonly string[], value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, value]));
const parts = (value: string): Record<string, unknown> => JSON.parse(value);

/** JSON that costs more than it is worth, whatever it describes. */
const BODIES: Record<string, { text: string; code: string; size?: number }> = {
  'of 3 GB': { text: '{', code: 'description-too-large', size: 3e9 },
  'one byte too large': { text: '{', code: 'description-too-large', size: 2 ** 24 + 1 },
  'of two million values': { text: `[${'1,'.repeat(2e6)}1]`, code: 'description-too-large' },
  'of a million empty lists': { text: `[${'[],'.repeat(1e6)}[]]`, code: 'description-too-large' },
  'of 100,000 nested lists': { text: '['.repeat(1e5) + ']'.repeat(1e5), code: 'json-syntax' },
  'of 100,000 nested objects': { text: `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`, code: 'json-syntax' },
  'of 100,000 brackets never closed': { text: '['.repeat(1e5), code: 'json-syntax' },
  'of quotes alone': { text: '"'.repeat(1e6 + 1), code: 'json-syntax' },
  'of blanks alone': { text: ' '.repeat(1e6), code: 'json-syntax' },
  'of backslashes in a text': { text: `"${'\\'.repeat(1e6 + 1)}`, code: 'json-syntax' },
  'of NUL characters': { text: '\0'.repeat(1e6), code: 'json-syntax' },
};

const TABLE = { 'economy/x.csv': 'a\n1\n' };
const RESOURCE = { name: 'x', path: 'x.csv' };
const PACKAGE = { sources: [{ title: 'S', path: 'https://example.org' }], licenses: [{ name: 'CC0' }] };
const packaged = (resources: unknown, more: Files = {}): Files => ({
  ...TABLE,
  'economy/datapackage.json': JSON.stringify({ ...PACKAGE, resources }),
  ...more,
});
const described = (members: Readonly<Record<string, unknown>>): Files => ({
  ...TABLE,
  'economy/x.meta.json': sidecarWith(members),
});
const fields = JSON.stringify({ fields: numbered(30_000).map((name) => ({ name })) });

/** Descriptions with very many faults, or that stand for far more than they hold; with the codes of the problems found. */
const CROWDS: Record<string, { files: Files; codes: string[] }> = {
  'unknown keys of a sidecar': { files: described(object(numbered(MANY))), codes: ['key-unknown'] },
  'columns of a sidecar, each with a fault': {
    files: described({ columns: object(numbered(MANY), { descriptio: 'D' }) }),
    codes: ['key-unknown'],
  },
  'spellings of null that are numbers': {
    files: described({ csv: { missing: Array(MANY).fill(1) } }),
    codes: ['value-invalid'],
  },
  'a title that every page would repeat': { files: described({ name: 'n'.repeat(1e7) }), codes: ['value-invalid'] },
  'a new name that every record would repeat': {
    files: described({ columns: { a: { rename: 'n'.repeat(1e6) } } }),
    codes: ['value-invalid'],
  },
  'a column’s name that every record would repeat': {
    files: withSidecar('economy/x', `${'n'.repeat(1e6)}\n1\n`),
    codes: ['column-name-too-long'],
  },
  'categories that are no objects': {
    files: {
      ...described({}),
      'catalogue.json': JSON.stringify({ ...parts(CATALOGUE), categories: object(numbered(MANY)) }),
    },
    // The category of the dataset is not among them.
    codes: ['value-invalid', 'category-unknown'],
  },
  'resources of a package': { files: packaged(Array(20_000).fill(RESOURCE)), codes: ['value-invalid'] },
  'resources that are numbers': { files: packaged(Array(MANY).fill(1)), codes: ['value-invalid'] },
  'tables that share one wide schema': {
    files: packaged(
      Array.from({ length: 100 }, (_, at) => ({ name: `x${at}`, path: 'x.csv', schema: 'schema.json' })),
      { 'economy/schema.json': fields },
    ),
    codes: ['description-too-large', 'description-missing', 'column-unknown'],
  },
};

let tries = 0;
afterAll(() => expect(tries).toBe(TRIES['Descriptions that cost more than they are worth']));

/** Most problems of one kind in one file that are reported: ten, and how many more there are. */
const MOST = 11;

function problemsOf(rawData: string): readonly Problem[] {
  tries += 1;
  const started = process.cpuUsage();
  const { published, problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput());
  expect(published).toBe(false);
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(15);
  return problems;
}

const FILES = ['catalogue.json', 'economy/x.meta.json', 'economy/datapackage.json', 'economy/schema.json'];

test.each(Object.entries(BODIES))(
  'JSON %s is refused in each place, with one problem',
  { timeout: 60_000 },
  (_, { text, code, size }) => {
    for (const file of FILES) {
      const isPackaged = file.endsWith('package.json') || file.endsWith('schema.json');
      const around = isPackaged ? packaged([{ ...RESOURCE, schema: 'schema.json' }]) : described({});
      const rawData = folderWith({ 'catalogue.json': CATALOGUE, ...around, [file]: text });
      if (size !== undefined) truncateSync(join(rawData, file), size);
      const problems = problemsOf(rawData).filter((it) => it.file === file);
      expect(problems.map((it) => it.code)).toEqual([code]);
    }
  },
);

test.each(Object.entries(CROWDS))('%s: few problems are reported', { timeout: 60_000 }, (_, { files, codes }) => {
  const problems = problemsOf(folderWith({ 'catalogue.json': CATALOGUE, ...files }));
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(codes).toEqual(expect.arrayContaining([...new Set(errors.map(({ code }) => code))]));
  expect(errors.length).toBeGreaterThan(0);
  for (const group of Map.groupBy(errors, ({ file, code }) => `${file} ${code}`).values()) {
    expect(group.length).toBeLessThanOrEqual(codes.includes('column-unknown') ? 100 * MOST : MOST);
  }
});

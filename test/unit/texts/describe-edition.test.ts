import { expect, test } from 'vitest';
import type { EditionChange } from '../../../src/contract/documents.ts';
import { describeEdition } from '../../../src/texts/describe-edition.ts';
import { formatsFor } from '../../../src/texts/formats.ts';
import { LANGUAGES } from '../../../src/texts/languages.ts';
import { textsFor } from '../../../src/texts/texts.ts';

const NOTHING: EditionChange = {
  ...{ config: 'rents', name: 'Rents', id: '', change: 'changed', date: null },
  rows: { before: 60, now: 60, added: 0, removed: 0, changed: null, key: null },
  columns: { added: [], removed: [], renamed: [] },
  types: [],
  bounds: [],
};
const { rows } = NOTHING;
const MANY = Array.from({ length: 1207 }, (_, at) => `c${at + 1}`);

const EDITIONS: Readonly<Record<string, Partial<EditionChange>>> = {
  'a new dataset': { change: 'added', rows: { ...rows, before: 0, added: 1 } },
  'a dataset that is gone': { change: 'removed', rows: { ...rows, now: 0, removed: 60 } },
  'a renamed dataset': { formerly: 'rent-index' },
  'rows of each kind': { rows: { ...rows, added: 12_345, removed: 1, changed: 3 } },
  'a single row': { rows: { ...rows, changed: 1 } },
  'no rows added': { rows: { ...rows, removed: 2, changed: 0 } },
  'a column of each kind': {
    columns: { added: ['Canton'], removed: ['Note'], renamed: [{ from: 'Rate', to: 'Unemployment rate' }] },
  },
  'columns of each kind': {
    columns: {
      ...{ added: ['Canton', 'Year'], removed: MANY },
      renamed: ['a', 'b'].map((from) => ({ from, to: `${from}, new` })),
    },
  },
  'types': {
    types: [
      { column: 'Rate', from: 'int64', to: 'float64' },
      { column: 'Code', from: 'float64', to: 'object' },
    ],
  },
  'bounds': {
    rows: { ...rows, added: 26 },
    bounds: [
      { column: 'rate', from: [1.5, 8.2], to: [1.5, 9.3] },
      { column: 'year', from: [1990, 2025], to: [1989, 2025] },
      { column: 'people', from: [1, 12_000], to: [-2, 1_234_567.25] },
      { column: 'day', from: ['2025-01-01', '2025-12-31'], to: ['2025-01-01', '2026-01-31'] },
      { column: 'empty', from: [1, 2], to: [null, null] },
      { column: 'first', from: [null, null], to: [1e-7, 2] },
    ],
  },
};

test.each(LANGUAGES)('editions are described in words: %s', async (language) => {
  const words = { texts: textsFor(language), formats: formatsFor(language) };
  const printed = Object.entries(EDITIONS).map(([what, given]) => {
    const { headline, text } = describeEdition({ ...NOTHING, ...given }, words);
    return `${what}\n  ${headline}\n  ${text}\n`;
  });
  await expect(printed.join('\n')).toMatchFileSnapshot(`editions-${language}.txt`);
});

import { expect, test } from 'vitest';
import { Dictionary } from '../../../src/query/file/dictionary.ts';
import type { TableColumn } from '../../../src/query/file/table-layout.ts';
import { checkQuestion, type Question } from '../../../src/query/question.ts';

const types = { name: 'object', count: 'int64', value: 'float64' } as const;
const columns = new Map(
  Object.entries(types).map(([name, type], index): [string, TableColumn] => [
    name,
    { name, type, index, isBig: false, decimals: null, dictionary: new Dictionary() },
  ]),
);

const WRONG: readonly unknown[] = [
  null,
  'name = x',
  { filter: [] },
  { where: 'name = x' },
  { where: { all: { column: 'name' } } },
  { where: { any: [{ column: 'name', is: 'null' }, 5n] } },
  { where: { all: [], any: [] } },
  { where: { is: 'null' } },
  { where: { column: 'name' } },
  { where: { column: 'Name', is: 'null' } },
  { where: { column: '__proto__', is: 'null' } },
  { where: { column: 'name', is: 'like', value: 'x' } },
  { where: { column: 'name', is: '=', value: 5 } },
  { where: { column: 'name', is: '=', value: '\uD800' } },
  { where: { column: 'count', is: '=', value: '5' } },
  { where: { column: 'count', is: '<' } },
  { where: { column: 'value', is: '>', value: Number.NaN } },
  { where: { column: 'count', is: 'in', values: 5 } },
  { where: { column: 'count', is: 'in', values: [1, [5n]] } },
  { where: { column: 'value', is: 'between', from: 1 } },
  { where: { column: 'value', is: 'contains', value: '5' } },
  { where: { column: 'name', is: 'contains', value: 'x', fold: 'yes' } },
  { rows: { columns: 'name' } },
  { rows: { columns: ['nam'] } },
  { rows: { sort: [{ column: 'x' }] } },
  { rows: { sort: [{ column: 'name', desc: true }] } },
  { rows: { limit: -1 } },
  { rows: { offset: 1.5 } },
  { rows: { limit: '10' } },
  { rows: { sample: { size: 5 } } },
  { rows: { sample: { size: 2 ** 32, seed: 1 } } },
  { rows: { sample: { size: 5, seed: 1 }, sort: [{ column: 'name' }] } },
  { rows: { numbers: 'digits' } },
  { facets: { column: 'name' } },
  { facets: [{ column: 'none' }] },
  { facets: [{ column: 'name', limit: Number.NaN }] },
  { groups: { by: ['name', 'count', 'value'], measures: [] } },
  { groups: { by: ['name'] } },
  { groups: { by: ['name'], measures: [{ measure: 'sum', column: 'name' }] } },
  { groups: { by: ['name'], measures: [{ measure: 'mode', column: 'name' }] } },
  { groups: { by: ['name'], measures: [{ measure: 'max' }] } },
  { groups: { by: ['name'], measures: [{ measure: 'count' }], sort: { measure: 1 } } },
  { histograms: [{ column: 'name', edges: [0, 1] }] },
  { histograms: [{ column: 'value', edges: [0] }] },
  { histograms: [{ column: 'value', edges: [0, 1, 1] }] },
  { histograms: [{ column: 'value', edges: ['0', '1'] }] },
];

const shown = (_: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
};

test('each wrong question gets a sentence that says what is wrong, as questions.txt shows it', async () => {
  const lines = WRONG.map((question) => {
    try {
      checkQuestion(question as Question, columns);
    } catch (error) {
      expect(error).toMatchObject({ name: 'AlmanacError', type: 'invalid-question' });
      return `${JSON.stringify(question, shown)}\n${(error as Error).message}\n`;
    }
    throw new Error(`nothing is wrong with ${JSON.stringify(question, shown)}`);
  });
  await expect(lines.join('\n')).toMatchFileSnapshot('questions.txt');
});

const RIGHT: readonly Question[] = [
  Object.assign(Object.create(null), { rows: Object.create(null) }),
  {},
  { where: { all: [{ any: [] }, { column: 'count', is: 'in', values: [1, 2n, Number.POSITIVE_INFINITY] }] } },
  { where: { column: 'name', is: 'contains', value: '', fold: true }, rows: { limit: Number.POSITIVE_INFINITY } },
  { rows: { sample: { size: 0, seed: -1 }, columns: [], numbers: 'text' }, facets: [], histograms: [] },
  { groups: { by: ['name', 'name'], measures: [{ measure: 'count' }], sort: { measure: 0, ascending: true } } },
];

test('right questions pass', () => {
  for (const question of RIGHT) expect(() => checkQuestion(question, columns)).not.toThrow();
});

import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import * as query from '../../../src/query/query.ts';
import { MEASURES } from '../../../src/site/scripts/asking/asked-rows.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { fetchFrom } from '../../support/client/host.ts';
import { rangeHost } from '../../support/query/parquet-host.ts';
import { RAW_DATA } from '../../support/tables/real-data.ts';

const text = readFileSync('docs/queries.md', 'utf8');

test('the example of docs/queries.md runs', async () => {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  const only = ['wheat-prices-and-wages'];
  const { texts } = buildInMemory(RAW_DATA, { site: { prefix: '/', pageSizes: [100], formats: ['parquet'] }, only });
  vi.stubGlobal('fetch', fetchFrom(rangeHost(texts)));
  const log = vi.fn();
  const AsyncFunction = (async () => {}).constructor as new (
    ...code: string[]
  ) => (...given: unknown[]) => Promise<void>;
  try {
    const body = code.replace(/^import (\{.*\}) from .*/, 'const $1 = query;');
    await new AsyncFunction('query', 'console', body)(query, { log });
  } finally {
    vi.unstubAllGlobals();
  }
  expect(log.mock.calls).toEqual([[23, { year: 1810, wheat: 99, wages: 30 }]]);
});

test('docs/queries.md names every condition, measure and error', () => {
  const source = ['question', 'table', 'worker'].map((name) => readFileSync(`src/query/${name}.ts`, 'utf8')).join('');
  const conditions = [...source.matchAll(/is: ((?:'[^']+'(?: \| )?)+)/g)].flatMap(([, all = '']) => all.split(' | '));
  const errors = [...source.matchAll(/type: '([a-z]+-[a-z]+)'/g)].map(([, type = '']) => `'${type}'`);
  expect([conditions.length, errors.length]).toEqual([
    expect.toSatisfy((it) => it >= 12),
    expect.toSatisfy((it) => it >= 3),
  ]);
  const named = [...conditions, ...errors, ...MEASURES].map((it) => it.replaceAll("'", ''));
  expect(named.filter((it) => !text.includes(`\`${it}\``) && !text.includes(`\`${it}`))).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { Entry, ProblemBody } from '../../../support/http/bodies.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

async function notFound(path: string): Promise<ProblemBody> {
  const { status, text } = await server.ask(path);
  expect(status, path).toBe(404);
  return JSON.parse(text) as ProblemBody;
}

describe('an unknown config name', () => {
  test.each([
    ['exchange-rates-monthli', 'exchange-rates-monthly'],
    ['Exchange_Rates%20Monthly', 'exchange-rates-monthly'],
    ['exchangeratesmonthly', 'exchange-rates-monthly'],
    ['monthly-exchange-rates', 'exchange-rates-monthly'],
    ['exchange-rates-monthly.csv', 'exchange-rates-monthly'],
    ['exchange-rates', 'exchange-rates-monthly'],
    ['EXCHANGE-RATES-MONTHLY', 'exchange-rates-monthly'],
    ['penn-wrold-table', 'penn-world-table'],
    ['land-use', 'swiss-land-use'],
    ['coffee-production.json.json', 'coffee-production'],
  ])('%s gets 404 and the suggestion %s', async (given, suggestion) => {
    const problem = await notFound(`/v1/datasets/${given}`);
    expect(problem.suggestion).toBe(suggestion);
    expect(problem.suggestions?.[0]?.config).toBe(suggestion);
    expect(problem.detail).toContain(suggestion);
  });

  test.each(['/info', '/schema', '/limit/10/offset/0.json', '.json', '/', '?limit=5', '?limit=nonsense'])(
    'followed by %s gets the suggestion too',
    async (rest) => {
      expect((await notFound(`/v1/datasets/coffee-productoin${rest}`)).suggestion).toBe('coffee-production');
    },
  );

  test('gets at most three suggestions, the best first, each with config, name and a URL that works', async () => {
    const { suggestion, suggestions = [] } = await notFound('/v1/datasets/us-budget');
    expect(suggestions.length).toBeGreaterThan(1);
    expect(suggestions.length).toBeLessThanOrEqual(3);
    expect(suggestions[0]?.config).toBe(suggestion);
    for (const it of suggestions) {
      expect(Object.keys(it)).toEqual(['config', 'name', 'url']);
      const entry = await server.read<Entry>(`/v1/datasets/${it.config}/info`);
      expect(it.name).toBe(entry.name);
      expect((await server.ask(it.url)).text).toBe((await server.ask(`/v1/datasets/${it.config}`)).text);
    }
  });
});

describe('an unknown path under /v1', () => {
  test.each([
    '/v1/nothing',
    '/v1/dataset',
    '/v1//datasets',
    '/v1/datasets//coffee-production',
    '/v1/datasets/coffee-production/rows',
    '/v1/datasets/coffee-production/info/more',
    '/v1/datasets/coffee-production/schema/limit/10/offset/0.json',
    '/v1/datasets/coffee-production/limit/10',
    '/v1/datasets/coffee-production/offset/0/limit/10.json',
    '/v1/datasets/category',
    '/v1/datasets/limit',
    '/v1/index/more',
    '/v1/datasets.json/coffee-production',
  ])('%s gets 404 and the endpoints', async (path) => {
    const { suggestions = [] } = await notFound(path);
    expect(suggestions.length).toBeGreaterThan(0);
    for (const { url } of suggestions) expect((await server.ask(url)).status, url).toBe(200);
  });

  test.each([
    '/v1/datasets/category/nothing.json',
    '/v1/datasets/category/nothing/limit/100/offset/0.json',
    '/v1/datasets/category/__proto__.json',
    '/v1/datasets/category/economy/limit/0/offset/0.json',
    '/v1/datasets/coffee-production/limit/%2B7/offset/0.json',
  ])('%s, a page that no host has, gets 404 and not 400', async (path) => {
    expect((await notFound(path)).suggestions).not.toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import type { ProblemBody } from '../../../support/http/bodies.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

const COLLECTIONS = ['/v1/datasets', '/v1/datasets/exchange-rates-monthly'];

const NOT_INTEGERS = ['', 'abc', '-1', '+5', '05', '1.5', '1e2', '0x10', '5%0A', '%EF%BC%95', '%ZZ', '9'.repeat(32)];

async function refused(query: string): Promise<ProblemBody[]> {
  const problems: ProblemBody[] = [];
  for (const collection of COLLECTIONS) {
    const { status, text } = await server.ask(`${collection}?${query}`);
    expect(status, `${collection}?${query}`).toBe(400);
    problems.push(JSON.parse(text) as ProblemBody);
  }
  return problems;
}

function decoded(value: string): string {
  return value === '%ZZ' ? value : decodeURIComponent(value);
}

describe.each(['limit', 'offset'])('the parameter %s', (parameter) => {
  test.each(NOT_INTEGERS)('cannot be "%s"', async (value) => {
    for (const problem of await refused(`${parameter}=${value}`)) {
      expect(problem.parameter).toBe(parameter);
      expect(problem.received).toBe(decoded(value));
      expect(problem.expected).toMatch(/integer/);
    }
  });

  test.each(['10', '0', ''])('cannot be given twice, the second time with "%s"', async (value) => {
    for (const problem of await refused(`${parameter}=10&${parameter}=${value}`)) {
      expect(problem.parameter).toBe(parameter);
      expect(problem).toHaveProperty('received');
      expect(problem).toHaveProperty('expected');
    }
  });

  test('cannot be given without a value', async () => {
    for (const problem of await refused(parameter)) expect(problem).toMatchObject({ parameter, received: '' });
  });

  test('has no other spelling: in capitals, or as a list, it is unknown and ignored', async () => {
    const plain = await server.ask('/v1/datasets');
    const query = `${parameter.toUpperCase()}=x&${parameter}[]=x&${parameter}%00=x`;
    expect((await server.ask(`/v1/datasets?${query}`)).text).toBe(plain.text);
  });
});

describe('the parameter category', () => {
  test.each([
    ['economi', 'economy'],
    ['Economy', 'economy'],
    ['agricultural', 'agriculture'],
    ['goverance', 'governance'],
    ['zzzzzzz', null],
    ['', null],
    ['__proto__', null],
    ['toString', null],
  ])('"%s" is not a category, and the response has the suggestion %s', async (value, suggestion) => {
    const { status, text } = await server.ask(`/v1/datasets?category=${value}`);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      parameter: 'category',
      received: value,
      expected: ['economy', 'agriculture', 'governance'],
      suggestion,
    });
  });

  test('means nothing to the records of a dataset', async () => {
    const path = '/v1/datasets/coffee-production';
    expect((await server.ask(`${path}?category=nothing`)).text).toBe((await server.ask(path)).text);
  });
});

describe('parameters that mean nothing', () => {
  test.each(['?foo=1', '?foo', '?', '?&&', '?=x', '?utm_source=x&limits=5', '?%ZZ=1'])(
    'are ignored: %s',
    async (query) => {
      for (const collection of COLLECTIONS) {
        expect((await server.ask(collection + query)).text).toBe((await server.ask(collection)).text);
      }
    },
  );

  test.each(['limit=abc', 'offset=-1', 'limit=0&offset=', 'limit=1&limit=1', 'category=nothing'])(
    'to info and schema are ignored: %s',
    async (query) => {
      for (const path of ['/v1', '/v1/datasets/coffee-production/info', '/v1/datasets/coffee-production/schema']) {
        const answer = await server.ask(`${path}?${query}`);
        expect(answer.status).toBe(200);
        expect(answer.text).toBe((await server.ask(path)).text);
      }
    },
  );
});

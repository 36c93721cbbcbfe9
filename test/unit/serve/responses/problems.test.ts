import { describe, expect, test } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES, type ProblemId } from '../../../../src/contract/problem-types.ts';
import { createApi } from '../../../../src/serve/handle-request.ts';
import { MAX_ECHO } from '../../../../src/serve/problem-details.ts';
import type { ApiResponse } from '../../../../src/serve/respond.ts';
import { ask } from '../../../support/http/ask-handler.ts';
import { publishTables } from '../../../support/memory-disk.ts';

const PREFIX = 'https://data.example.org/open/';
const TABLES = [
  { config: 'air-quality', category: 'nature', texts: ['a'] },
  { config: 'air-quantity', category: 'nature', texts: ['a'] },
  { config: 'rents', category: 'economy', texts: ['a', 'b', 'c'] },
];

function bodyOf({ body }: ApiResponse): Record<string, unknown> {
  return JSON.parse(Buffer.concat(body ?? []).toString());
}

const api = createApi(publishTables(TABLES, { prefix: PREFIX, pageSizes: [100] }).read);

/** One of each kind. */
const SHOWN: readonly string[] = [
  ...['v1/datasets/air-qua', 'v1/datasets/zzzzzzzzz/info', 'v1/nothing', 'v1/datasets?limit=0'],
  ...['v1/datasets/rents?limit=5&offset=9007199254740992', 'v1/datasets?category=natur', 'v1/datasets/%ff'],
  'v1/datasets/rents?limit=1&text=a',
];
const REQUESTS: readonly string[] = [
  ...[...SHOWN, 'v1/datasets/category/other.json', 'v1/datasets?category=zzzzzz'],
  ...['v1/datasets/category/nature/limit/0/offset/0.json', 'v1/datasets/category/nature/limit/5/offset/x.json'],
  ...['v1/datasets/limit/101/offset/0.json', 'v1/datasets/rents/limit/1/offset/00.json'],
  ...['v1/datasets/rents?limit=', 'v1/datasets/rents?limit=+5', 'v1/datasets/rents?limit=5&limit=5'],
  ...['v1/datasets/rents/limit/100/offset/0.json?a=1&te%78t=', 'v1/datasets/rents/data.csv?text=a'],
  ...['v1/datasets/category/nature?limit=x', 'v1/datasets?offset=-1'],
  ...['v1/datasets?category=nature&category=economy&limit=0'],
];

describe('the problem of a request', () => {
  test('reads as problems.txt shows it', async () => {
    const requests = [...SHOWN.map((path) => ['GET', path] as const), ['DELETE', 'v1'] as const];
    const printed = requests.map(async ([method, path]) => {
      const { status, body } = await ask(api, `/open/${path}`, { method });
      return `# ${method} ${path}\n\n${status} ${Buffer.concat(body ?? [])}`;
    });
    await expect((await Promise.all(printed)).join('\n')).toMatchFileSnapshot('problems.txt');
  });

  test.each(REQUESTS)('for %s has the members of its type, and the headers of a problem', async (path) => {
    const response = await ask(api, `/open/${path}`);
    const body = bodyOf(response);
    const id = String(body.type).replace(`${PREFIX}api/#`, '') as ProblemId;
    expect(body).toMatchObject({ title: PROBLEM_TYPES[id].title, status: response.status, instance: `/open/${path}` });
    expect(Object.keys(body)).toEqual([
      ...Object.keys(COMMON_MEMBERS),
      ...PROBLEM_TYPES[id].members.map(({ name }) => name).filter((name) => name in body),
    ]);
    expect(response.headers).toEqual({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Link, Retry-After',
      'Cache-Control': 'public, max-age=60',
      'Content-Length': String(Buffer.concat(response.body ?? []).length),
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Vary': 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  test('with a method other than GET, HEAD and OPTIONS lists the methods that are allowed', async () => {
    const response = await ask(api, '/open/v1', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers).toMatchObject({ 'Allow': 'GET, HEAD, OPTIONS', 'Cache-Control': 'public, max-age=60' });
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const [head, get] = [await ask(api, '/open/v1/x', { method: 'HEAD' }), await ask(api, '/open/v1/x')];
    expect(head).toEqual({ ...get, body: null });
  });
});

test('a parameter that is no column is ignored, as is any parameter of a document', async () => {
  const disk = publishTables(TABLES, { prefix: PREFIX, pageSizes: [100] });
  const other = createApi(disk.read, { createCache: () => new Map() });
  for (const path of ['rents', 'rents/info', 'rents/schema']) {
    const query = path === 'rents' ? '?Text=a&country=a&limit=2' : '?text=a&limit=0';
    expect(await ask(other, `/open/v1/datasets/${path}${query}`)).toEqual(
      await ask(other, `/open/v1/datasets/${path}${path === 'rents' ? '?limit=2' : ''}`),
    );
  }
  // The names of the columns are one small file, and a request without other parameters does not read it.
  expect(disk.asked.filter((path) => path.endsWith('rents/schema.json'))).toHaveLength(1);
  disk.asked.length = 0;
  await ask(createApi(disk.read), '/open/v1/datasets/rents?limit=2&offset=1');
  expect(disk.asked.join()).not.toContain('schema');
});

describe('what a problem repeats of a request', () => {
  test('is cut off beyond its longest length, but not inside a character', async () => {
    const name = `${'x'.repeat(MAX_ECHO - 1)}😀`;
    const { received } = bodyOf(await ask(api, `/open/v1/datasets?category=${encodeURIComponent(name)}`));
    expect(received).toBe(`${name.slice(0, MAX_ECHO - 1)}\ufffd…`);
  });

  test('is the beginning of its URL, but no part of an escape', async () => {
    const url = '/open/v1/x?'.padEnd(MAX_ECHO - 1, 'y');
    const instanceOf = async (path: string) => bodyOf(await ask(api, path)).instance;
    expect(await instanceOf(url)).toBe(url);
    for (const sequence of ['%00', '%9F', '%Fa']) {
      expect(await instanceOf(`${url}${sequence}z`)).toBe(url);
      expect(await instanceOf(`${url.slice(0, -2)}${sequence}z`)).toBe(url.slice(0, -2) + sequence);
    }
  });
});

test('the preflight of a browser is answered with what it may send, for a day', async () => {
  expect(await ask(api, '/open/v1/datasets/nothing', { method: 'OPTIONS' })).toEqual({
    status: 204,
    headers: {
      'Access-Control-Allow-Headers': 'If-None-Match, If-Range, Range',
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Link, Retry-After',
      'Access-Control-Max-Age': '86400',
      'Allow': 'GET, HEAD, OPTIONS',
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
      'Vary': 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    },
    body: null,
  });
});

test('before any index could be read, the type of a failure is a path of this host', async () => {
  const response = await ask(
    createApi(async () => undefined),
    '/v1',
  );
  expect(response.headers['Cache-Control']).toBe('no-store');
  expect(bodyOf(response)).toMatchObject({ type: '/api/#internal-error', status: 500, instance: '/v1' });
});

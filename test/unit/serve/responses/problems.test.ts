import { describe, expect, test } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES, type ProblemId } from '../../../../src/contract/problem-types.ts';
import { type Api, createApi } from '../../../../src/serve/handle-request.ts';
import { MAX_ECHO, refusedRequest } from '../../../../src/serve/problem-details.ts';
import type { ApiResponse } from '../../../../src/serve/respond.ts';
import { publishTables } from '../../../support/memory-disk.ts';

const PREFIX = 'https://data.example.org/open/';
const TABLES = [
  { config: 'air-quality', category: 'nature', texts: ['a'] },
  { config: 'air-quantity', category: 'nature', texts: ['a'] },
  { config: 'rents', category: 'economy', texts: ['a', 'b', 'c'] },
];

async function ask(api: Api, path: string, method = 'GET'): Promise<ApiResponse> {
  const response = await api({ method, url: `http://host${path}`, headers: { get: () => null } });
  if (!response) throw new Error(`there is no response to ${path}`);
  return response;
}

function bodyOf({ body }: ApiResponse): Record<string, unknown> {
  return JSON.parse(Buffer.concat(body ?? []).toString());
}

const api = createApi(publishTables(TABLES, { prefix: PREFIX, pageSizes: [100] }).read);

const ENDPOINTS = [
  { name: 'Index of the service', url: `${PREFIX}v1/index.json` },
  { name: 'List of datasets', url: `${PREFIX}v1/datasets.json` },
];
const LIMIT = 'an integer from 1 to 100, once';
const OFFSET = 'an integer from 0 to 9007199254740991, once';
const AIR = [
  {
    config: 'air-quality',
    name: 'Title of air-quality',
    url: `${PREFIX}v1/datasets/air-quality.json`,
  },
  { config: 'air-quantity', name: 'Title of air-quantity', url: `${PREFIX}v1/datasets/air-quantity.json` },
];

const refusedLimit = (received: string) => ({
  detail: `The parameter "limit" must be ${LIMIT}.`,
  parameter: 'limit',
  received,
  expected: LIMIT,
});
const refusedOffset = (received: string) => ({
  detail: `The parameter "offset" must be ${OFFSET}.`,
  parameter: 'offset',
  received,
  expected: OFFSET,
});
const refusedCategory = (received: string, suggestion: string | null) => ({
  detail: 'The parameter "category" must be one of nature, economy.',
  parameter: 'category',
  received,
  expected: ['nature', 'economy'],
  suggestion,
});
const nothingAt = (path: string) => ({ detail: `There is nothing at "/${path}".`, suggestions: ENDPOINTS });

const CASES: readonly [path: string, id: ProblemId, status: number, title: string, rest: object][] = [
  [
    'v1/datasets/air-qua',
    'unknown-dataset',
    404,
    'Unknown dataset',
    {
      detail: 'There is no dataset "air-qua". Did you mean "air-quality"?',
      suggestion: 'air-quality',
      suggestions: AIR,
    },
  ],
  [
    'v1/datasets/zzzzzzzzz/info',
    'unknown-dataset',
    404,
    'Unknown dataset',
    { detail: 'There is no dataset "zzzzzzzzz".', suggestion: null, suggestions: [] },
  ],
  ['v1/nothing', 'unknown-path', 404, 'Unknown path', nothingAt('v1/nothing')],
  ...[
    'v1/datasets/category/other.json',
    'v1/datasets/category/nature/limit/0/offset/0.json',
    'v1/datasets/category/nature/limit/5/offset/x.json',
    'v1/datasets/limit/101/offset/0.json',
    'v1/datasets/limit/100/offset/-1.json',
    'v1/datasets/rents/limit/101/offset/0.json',
    'v1/datasets/rents/limit/1/offset/00.json',
  ].map((path) => [path, 'unknown-path', 404, 'Unknown path', nothingAt(path)] as const satisfies unknown[]),
  ['v1/datasets?limit=0', 'invalid-parameter', 400, 'Invalid parameter', refusedLimit('0')],
  ['v1/datasets?limit=101', 'invalid-parameter', 400, 'Invalid parameter', refusedLimit('101')],
  ['v1/datasets/rents?limit=', 'invalid-parameter', 400, 'Invalid parameter', refusedLimit('')],
  ['v1/datasets/rents?limit=+5', 'invalid-parameter', 400, 'Invalid parameter', refusedLimit('+5')],
  ['v1/datasets/rents?limit=5&limit=5', 'invalid-parameter', 400, 'Invalid parameter', refusedLimit('5, 5')],
  ['v1/datasets/category/nature?limit=x', 'invalid-parameter', 400, 'Invalid parameter', refusedLimit('x')],
  ['v1/datasets?offset=-1', 'invalid-parameter', 400, 'Invalid parameter', refusedOffset('-1')],
  [
    'v1/datasets/rents?limit=5&offset=9007199254740992',
    'invalid-parameter',
    400,
    'Invalid parameter',
    refusedOffset('9007199254740992'),
  ],
  ['v1/datasets?category=natur', 'invalid-parameter', 400, 'Invalid parameter', refusedCategory('natur', 'nature')],
  ['v1/datasets?category=zzzzzz', 'invalid-parameter', 400, 'Invalid parameter', refusedCategory('zzzzzz', null)],
  [
    'v1/datasets?category=nature&category=economy&limit=0',
    'invalid-parameter',
    400,
    'Invalid parameter',
    refusedCategory('nature, economy', 'nature'),
  ],
  [
    'v1/datasets/%ff',
    'undecodable-path',
    400,
    'Undecodable path',
    { detail: 'The path contains a percent sign that does not begin a valid UTF-8 character.' },
  ],
];

describe('the problem of a request', () => {
  test.each(CASES)('for %s is complete', async (path, id, status, title, rest) => {
    const response = await ask(api, `/open/${path}`);
    const body = bodyOf(response);
    expect(body).toEqual({ type: `${PREFIX}api/#${id}`, title, status, instance: `/open/${path}`, ...rest });
    expect(Object.keys(body)).toEqual([
      ...Object.keys(COMMON_MEMBERS),
      ...PROBLEM_TYPES[id].members.map(({ name }) => name).filter((name) => name in body),
    ]);
    expect(response.status).toBe(status);
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
    const response = await ask(api, '/open/v1', 'DELETE');
    expect(response.status).toBe(405);
    expect(response.headers).toMatchObject({ 'Allow': 'GET, HEAD, OPTIONS', 'Cache-Control': 'public, max-age=60' });
    expect(bodyOf(response)).toEqual({
      type: `${PREFIX}api/#method-not-allowed`,
      title: 'Method not allowed',
      status: 405,
      detail: 'The service is read-only: DELETE is not one of GET, HEAD, OPTIONS.',
      instance: '/open/v1',
    });
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const [head, get] = [await ask(api, '/open/v1/x', 'HEAD'), await ask(api, '/open/v1/x')];
    expect(head).toEqual({ ...get, body: null });
  });

  test('is JSON of one member a line that ends in a line break', async () => {
    const text = Buffer.concat((await ask(api, '/open/v1/x')).body ?? []).toString();
    expect(text).toMatch(/^\{\n {2}"type": .*\n {2}"title": .*\n(?: {2}.*\n)*\}\n$/);
  });
});

describe('what a problem repeats of a request', () => {
  const longest = 'x'.repeat(MAX_ECHO - 'v1/'.length);

  test('is whole up to its longest length, and cut off beyond', async () => {
    expect(MAX_ECHO).toBe(200);
    expect(bodyOf(await ask(api, `/open/v1/${longest}`)).detail).toBe(`There is nothing at "/v1/${longest}".`);
    expect(bodyOf(await ask(api, `/open/v1/${longest}y`)).detail).toBe(`There is nothing at "/v1/${longest}…".`);
  });

  test('has no half of a character', async () => {
    const cut = `${longest.slice(1)}%F0%9F%98%80`;
    const { detail } = bodyOf(await ask(api, `/open/v1/${cut}`));
    expect(detail).toBe(`There is nothing at "/v1/${longest.slice(1)}\ufffd…".`);
    const name = `${'x'.repeat(199)}😀`;
    const body = bodyOf(await ask(api, `/open/v1/datasets?category=${encodeURIComponent(name)}`));
    expect(body.received).toBe(`${name.slice(0, 199)}\ufffd…`);
  });

  test('is its URL up to 200 characters, but no part of an escape', async () => {
    const start = '/open/v1/x?';
    const instanceOf = async (length: number, ending: string): Promise<[string, unknown]> => {
      const url = start.padEnd(length, 'y');
      return [url, bodyOf(await ask(api, url + ending)).instance];
    };
    for (const ending of ['', 'z', '%41']) {
      const [url, instance] = await instanceOf(200, ending);
      expect(instance).toBe(url);
    }
    for (const sequence of ['%00', '%9F', '%A0', '%Fa', '%a9', '%ff']) {
      for (const length of [198, 199]) {
        const [url, instance] = await instanceOf(length, `${sequence}z`);
        expect(instance).toBe(url);
      }
      const [url, instance] = await instanceOf(197, `${sequence}z`);
      expect(instance).toBe(url + sequence);
    }
  });
});

test('the preflight of a browser is answered with what it may send, for a day', async () => {
  expect(await ask(api, '/open/v1/datasets/nothing', 'OPTIONS')).toEqual({
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
  expect(bodyOf(response)).toEqual({
    type: '/api/#internal-error',
    title: 'Internal error',
    status: 500,
    detail: 'The request could not be answered because of an error in the service.',
    instance: '/v1',
  });
});

test('a request that is not understood ends its connection, and no cache keeps the response', () => {
  expect(refusedRequest('request-timeout')).toEqual({
    id: 'request-timeout',
    detail: 'The request did not arrive in time.',
    headers: { 'Cache-Control': 'no-store', 'Connection': 'close' },
  });
  expect(refusedRequest('bad-request', 'The field Host is missing.').detail).toBe('The field Host is missing.');
});

import { describe, expect, test } from 'vitest';
import { useFixture } from '../../../support/http/fixture.ts';

/** Names of members that objects have, or of parts of paths in the API and in other programs. */
const NAMES = ['constructor', 'tostring', 'proto__', 'info', 'schema', 'datasets', 'v1', 'api', '404', '2019', '0'];

/** Texts that a server which cuts pages could take for something else. */
const TEXTS = ['],', '"results": [', '{"metadata": {}}', 'a\u2028b', '"],\n', '\\', '}', ',\n', '{', '__proto__'];

const csv = `__proto__,constructor\n${TEXTS.map((text, at) => `"${text.replaceAll('"', '""')}",${at}\n`).join('')}`;
const fixture = useFixture(Object.fromEntries(NAMES.map((name) => [`constructor/${name}`, csv])), {
  prefix: '/',
  pageSizes: [100],
});

async function read(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, text } = await fixture.ask(path);
  return { status, body: JSON.parse(text) };
}

describe.each(NAMES)('a dataset named %s', (name) => {
  test('has its records, its info and its schema', async () => {
    expect(await read(`/v1/datasets/${name}/info`)).toMatchObject({ status: 200, body: { config: name } });
    expect(await read(`/v1/datasets/${name}/schema`)).toMatchObject({ status: 200, body: { config: name } });
    for (const path of [
      `/v1/datasets/${name}`,
      `/v1/datasets/${name}.json`,
      `/v1/datasets/${name}/limit/100/offset/0.json`,
    ]) {
      const { status, body } = await read(path);
      expect(status, path).toBe(200);
      expect((body.results as object[]).map((record) => Object.entries(record))).toEqual(
        TEXTS.map((text, at) => [
          ['__proto__', text],
          ['constructor', at],
        ]),
      );
    }
  });

  test('serves each record alone, too', async () => {
    for (const [at, text] of TEXTS.entries()) {
      const { body } = await read(`/v1/datasets/${name}?limit=1&offset=${at}`);
      expect((body.results as object[]).map((record) => Object.entries(record)[0]?.[1])).toEqual([text]);
    }
  });
});

test.each([
  'toString',
  'tostring',
  '__proto__',
  'valueOf',
  'hasOwnProperty',
  'prototype',
  'constructor%00',
  '%20constructor',
])('there is no category %j', async (category) => {
  expect(await read(`/v1/datasets?category=${category}`)).toMatchObject({
    status: 400,
    body: { parameter: 'category', expected: ['constructor'] },
  });
});

test('there is a category constructor', async () => {
  const { status, body } = await read('/v1/datasets?category=constructor');
  expect(status).toBe(200);
  expect(body.results).toHaveLength(NAMES.length);
});

test.each(['__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'prototype'])(
  'there is no dataset %s',
  async (name) => {
    for (const rest of ['', '.json', '/info', '/schema', '?limit=1', '/limit/100/offset/0.json']) {
      expect((await read(`/v1/datasets/${name}${rest}`)).status, rest).toBe(404);
    }
  },
);

test.each(['__proto__', 'constructor'])('the parameter %s has the name of a column, and is refused', async (name) => {
  expect(await read(`/v1/datasets/2019?${name}=1`)).toMatchObject({ status: 400, body: { parameter: name } });
});

test.each(['__proto__[limit]=1', 'toString', 'valueOf=1'])(
  'the parameter %s is unknown, and ignored',
  async (query) => {
    expect((await read(`/v1/datasets/2019?${query}`)).body).toEqual((await read('/v1/datasets/2019')).body);
  },
);

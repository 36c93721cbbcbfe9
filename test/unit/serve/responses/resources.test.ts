import { describe, expect, test } from 'vitest';
import type { Site } from '../../../../src/contract/routes.ts';
import { type Api, createApi } from '../../../../src/serve/handle-request.ts';
import type { ApiResponse } from '../../../../src/serve/respond.ts';
import { ask as askHandler } from '../../../support/http/ask-handler.ts';
import { publishTables } from '../../../support/memory-disk.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `text ${at}`);
const TABLES = [
  { config: 'rents', category: 'economy', texts: numbered(25) },
  { config: 'water', category: 'nature', texts: ['a'] },
  { config: 'wind', category: 'nature', texts: ['a'] },
];

function apiOf(layout: 'pages' | 'packed', pageSizes: readonly number[] = [10, 100], formats: Site['formats'] = []) {
  const disk = publishTables(TABLES, { prefix: '/open/', pageSizes, layout, formats });
  return { disk, api: createApi(disk.read) };
}

const ask = (api: Api, path: string): Promise<ApiResponse> => askHandler(api, `/open/${path}`);

const RENTS = '/open/v1/datasets/rents';
const SCHEMA = `<${RENTS}/schema.json>; rel="describedby"`;

describe.each(['pages', 'packed'] as const)('in the layout %s', (layout) => {
  test.each([
    ['v1', undefined],
    ['v1/datasets', '</open/v1/datasets.json>; rel="first", </open/v1/datasets.json>; rel="last"'],
    [
      'v1/datasets?category=nature&limit=1',
      '</open/v1/datasets?category=nature&limit=1&offset=1>; rel="next", ' +
        '</open/v1/datasets?category=nature&limit=1&offset=0>; rel="first", ' +
        '</open/v1/datasets?category=nature&limit=1&offset=1>; rel="last"',
    ],
    ['v1/datasets/rents', `<${RENTS}.json>; rel="first", <${RENTS}.json>; rel="last", ${SCHEMA}`],
    [
      'v1/datasets/rents?limit=10&offset=10',
      `<${RENTS}/limit/10/offset/20.json>; rel="next", <${RENTS}/limit/10/offset/0.json>; rel="prev", ` +
        `<${RENTS}/limit/10/offset/0.json>; rel="first", <${RENTS}/limit/10/offset/20.json>; rel="last", ${SCHEMA}`,
    ],
    ['v1/datasets/rents/info', SCHEMA],
    ['v1/datasets/rents/quality', SCHEMA],
    ['v1/datasets/rents/downloads', SCHEMA],
    ['v1/datasets/rents/schema', undefined],
  ])('the headers of %s have the links %s', async (path, link) => {
    const { headers, body } = await ask(apiOf(layout).api, path);
    const expected = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Link, Retry-After',
      'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
      'Content-Length': String(Buffer.concat(body ?? []).length),
      'Content-Type': 'application/json; charset=utf-8',
      'ETag': expect.stringMatching(/^"[\w.-]+"$/),
      'Vary': 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    };
    expect(headers).toEqual(link === undefined ? expected : { ...expected, Link: link });
  });

  test.each([
    ['csv', 'text/csv; charset=utf-8; header=present', 'text\r\na\r\n'],
    ['ndjson', 'application/x-ndjson; charset=utf-8', '{"text":"a"}\n'],
  ] as const)('a whole dataset can be downloaded as %s, if that is published', async (format, mediaType, text) => {
    const path = `v1/datasets/water/data.${format}`;
    const { status, headers, body } = await ask(apiOf(layout, [100], [format]).api, `${path}?limit=1`);
    expect([status, headers['Content-Type'], headers.Link]).toEqual([
      200,
      mediaType,
      '</open/v1/datasets/water/schema.json>; rel="describedby"',
    ]);
    expect(headers.ETag).toMatch(/^"/);
    expect(Buffer.concat(body ?? []).toString()).toBe(text);
    const other = await ask(apiOf(layout, [100], format === 'csv' ? ['ndjson'] : ['csv']).api, path);
    expect([other.status, other.headers['Content-Type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    const unknown = await ask(apiOf(layout, [100], [format]).api, `v1/datasets/wate/data.${format}`);
    expect(Buffer.concat(unknown.body ?? []).toString()).toContain('Did you mean \\"water\\"?');
  });

  test.each([
    ['v1/datasets/limit/2/offset/1.json?limit=1&offset=0&category=economy', 'v1/datasets?limit=2&offset=1'],
    ['v1/datasets/category/nature?category=economy', 'v1/datasets?category=nature'],
    ['v1/datasets/category/nature?limit=1&offset=1', 'v1/datasets?category=nature&limit=1&offset=1'],
    ['v1/datasets/rents?category=x', 'v1/datasets/rents'],
    ['v1/datasets/rents/limit/3/offset/4.json?limit=x&offset=x', 'v1/datasets/rents?limit=3&offset=4'],
    ['v1/datasets/rents?%6Cimit=%33', 'v1/datasets/rents?limit=3'],
    ['v1/datasets/rents/info?limit=x', 'v1/datasets/rents/info'],
    ['v1/index.json?offset=x', 'v1'],
    ['v1/datasets/%72ents///', 'v1/datasets/rents.json'],
  ])('%s is %s', async (path, same) => {
    const { api } = apiOf(layout);
    const response = await ask(api, path);
    expect(response.status).toBe(200);
    expect(response).toEqual(await ask(api, same));
  });
});

describe('what is read for a response', () => {
  const FOLDER = 'v1/datasets/rents';

  test.each<['pages' | 'packed', path: string, files: string[]]>([
    ['pages', 'v1', ['v1/index.json']],
    ['pages', 'v1/datasets/rents', [`${FOLDER}/limit/100/offset/0.json`]],
    ['pages', 'v1/datasets/rents?limit=10&offset=20', [`${FOLDER}/limit/10/offset/20.json`]],
    // Of the files that hold the records of any other window, the largest: there are few.
    ['pages', 'v1/datasets/rents?limit=11&offset=9', [`${FOLDER}/limit/100/offset/0.json`]],
    ['pages', 'v1/datasets/rents?limit=10&offset=5', [`${FOLDER}/limit/100/offset/0.json`]],
    ['pages', 'v1/datasets/rents?limit=10&offset=30', [`${FOLDER}/limit/100/offset/0.json`]],
    ['pages', 'v1/datasets/rents?limit=10&offset=100', [`${FOLDER}.json`]],
    ['pages', 'v1/datasets/rents/schema', [`${FOLDER}/schema.json`]],
    ['packed', 'v1/datasets/rents', [`${FOLDER}.json`]],
    ['packed', 'v1/datasets/rents?limit=10', [`${FOLDER}/chunks/index.json`, `${FOLDER}/chunks/0.json`]],
    ['packed', 'v1/datasets/rents?offset=10', [`${FOLDER}/chunks/index.json`, `${FOLDER}/chunks/0.json`]],
    ['packed', 'v1/datasets/rents?offset=25', [`${FOLDER}/chunks/index.json`]],
    ['packed', 'v1/datasets?limit=10', ['v1/datasets/limit/10/offset/0.json']],
  ])('in the layout %s, to %s: %j', async (layout, path, files) => {
    const { api, disk } = apiOf(layout);
    await ask(api, 'v1');
    disk.asked.length = 0;
    expect((await ask(api, path)).status).toBe(200);
    expect(disk.asked).toEqual(files);
  });
});

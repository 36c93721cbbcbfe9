import { describe, expect, test } from 'vitest';
import { type Api, createApi } from '../../../../src/serve/handle-request.ts';
import type { ApiResponse } from '../../../../src/serve/respond.ts';
import { ask } from '../../../support/http/ask-handler.ts';
import { publishTables } from '../../../support/memory-disk.ts';

const BASE = '/open/';
const TABLE = { config: 'rows', category: 'topic', texts: ['a', 'b'] };

/** An API that sends these files outside /v1 too. */
function apiWith(files: Readonly<Record<string, string>>, base = BASE): Api {
  const disk = publishTables([TABLE], { prefix: base, pageSizes: [100] });
  for (const [path, text] of Object.entries(files)) disk.files.set(path, text);
  // A compressor that changes nothing: what counts here is whether it is used.
  const compressors = { br: async (bytes: Uint8Array<ArrayBuffer>) => bytes };
  return createApi(disk.read, { list: async () => Object.keys(files), compressors });
}

function textOf({ body }: ApiResponse): string {
  return Buffer.concat(body ?? []).toString();
}

const PAGES = {
  'index.html': 'home',
  '404.html': 'not found',
  'datasets/index.html': 'all datasets',
  'about': 'a file without an ending',
  'about/index.html': 'a page of the same name',
  'assets/style.css': 'a {}',
  'assets-list.txt': 'not an asset',
  'datasets/rents/chart.json': '{}',
  'datasets/rents/chart.svg': '<svg/>',
  'datasets/rents/chart.png': 'PNG',
  'feed.xml': '<feed/>',
  'feeds/rents.xml': '<feed/>',
  'sitemap.xml': '<urlset/>',
  'feeds/list.json': '{}',
  'embed/rents/index.html': 'a chart',
  'embedded.html': 'not to be framed',
  'größe 1/index.html': 'a page with a name that is escaped',
};

describe('a path outside /v1', () => {
  test.each([
    ['/open/', 'home'],
    ['/open', 'home'],
    ['/open/index.html', 'home'],
    ['/open/datasets', 'all datasets'],
    ['/open/datasets/', 'all datasets'],
    ['/open/datasets/?x=1', 'all datasets'],
    ['/open/about', 'a file without an ending'],
    ['/open/about/', 'a page of the same name'],
    ['/open/gr%C3%B6%C3%9Fe%201/', 'a page with a name that is escaped'],
  ])('%s leads to its file', async (path, text) => {
    const response = await ask(apiWith(PAGES), path);
    expect([response.status, textOf(response)]).toEqual([200, text]);
  });

  test.each([
    '/open/nothing',
    '/open/datasets/x',
    '/open//',
    '/open/index.html/',
    '/open/%ff',
    '/open/datasets%2Findex.html/',
    '/opens',
    '/ope',
    '/',
    '/x/open/',
    '/index.html',
  ])('%s, which leads to no file, gets the page for unknown paths', async (path) => {
    const response = await ask(apiWith(PAGES), path);
    expect([response.status, textOf(response)]).toEqual([404, 'not found']);
  });

  test.each([
    ['/open/nothing', 'There is nothing at "/nothing".'],
    ['/open/%ff', 'There is nothing at "/".'],
    ['/elsewhere', 'There is nothing at "/".'],
  ])('%s gets a problem if there is no such page', async (path, detail) => {
    const response = await ask(apiWith({ 'index.html': 'home' }), path);
    expect(response.status).toBe(404);
    expect(JSON.parse(textOf(response))).toMatchObject({ title: 'Unknown path', detail });
  });
});

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const REVALIDATED = 'public, max-age=0, must-revalidate';
const COMMON = {
  'Accept-Ranges': 'none',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Vary': 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
};

describe('the headers', () => {
  test.each([
    ['a page', '/open/', 'text/html; charset=utf-8', REVALIDATED],
    [
      'an asset, whose name contains a hash',
      '/open/assets/style.css',
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['a file beside the assets', '/open/assets-list.txt', 'text/plain; charset=utf-8', REVALIDATED],
    ['a chart', '/open/datasets/rents/chart.json', 'application/json; charset=utf-8', REVALIDATED],
    ['a drawing', '/open/datasets/rents/chart.svg', 'image/svg+xml; charset=utf-8', REVALIDATED],
    ['a file of XML that is no feed', '/open/sitemap.xml', 'application/xml; charset=utf-8', REVALIDATED],
    ['a file beside feeds', '/open/feeds/list.json', 'application/json; charset=utf-8', REVALIDATED],
    ['a picture', '/open/datasets/rents/chart.png', 'image/png', REVALIDATED],
    [
      'a page whose name begins as those that are embedded',
      '/open/embedded.html',
      'text/html; charset=utf-8',
      REVALIDATED,
    ],
  ])('of %s say how long it may be kept, and what it may load', async (_, path, mediaType, cacheControl) => {
    const response = await ask(apiWith(PAGES), path);
    expect(response.headers).toEqual({
      ...COMMON,
      'Cache-Control': cacheControl,
      'Content-Length': String(textOf(response).length),
      'Content-Type': mediaType,
      'ETag': expect.stringMatching(/^"[\w-]{24}"$/),
    });
  });

  test('of a page that is made to be embedded allow any site to show it in a frame, and differ in nothing else', async () => {
    const [page, embedded] = await Promise.all(
      ['/open/', '/open/embed/rents/'].map((path) => ask(apiWith(PAGES), path)),
    );
    const allowed = POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *');
    expect(embedded?.headers).toEqual({
      ...page?.headers,
      'Content-Security-Policy': allowed,
      'Content-Length': expect.any(String),
      'ETag': expect.any(String),
    });
  });

  test.each(['feed.xml', 'feeds/rents.xml'])(
    'of %s say that it is one, and that scripts of any site may read it',
    async (path) => {
      const asked = { headers: new Headers({ 'Accept-Encoding': 'br' }) };
      const { headers } = await ask(apiWith({ [path]: 'x'.repeat(2000) }), `/open/${path}`, asked);
      expect(headers).toMatchObject({
        'Access-Control-Allow-Origin': '*',
        'Content-Encoding': 'br',
        'Content-Type': 'application/atom+xml; charset=utf-8',
      });
    },
  );

  test('of the page for unknown paths have no entity tag, so that it is always sent', async () => {
    const response = await ask(apiWith(PAGES), '/open/nothing', { headers: new Headers({ 'If-None-Match': '*' }) });
    expect(response.status).toBe(404);
    expect(response.headers).toEqual({
      ...COMMON,
      'Cache-Control': 'public, max-age=60',
      'Content-Length': String(PAGES['404.html'].length),
      'Content-Type': 'text/html; charset=utf-8',
    });
  });

  test('of a page that the client has are sent without it', async () => {
    const api = apiWith(PAGES);
    const { ETag = '' } = (await ask(api, '/open/')).headers;
    expect(await ask(api, '/open/', { headers: new Headers({ 'If-None-Match': ETag }) })).toEqual({
      status: 304,
      headers: { ...COMMON, 'Cache-Control': REVALIDATED, ETag },
      body: null,
    });
  });
});

test.each(['POST', 'OPTIONS'])('a page refuses %s, and lists the methods that are allowed', async (method) => {
  const response = await ask(apiWith(PAGES), '/open/', { method });
  expect(response.status).toBe(405);
  expect(response.headers.Allow).toBe('GET, HEAD');
});

test('HEAD of a page has its headers and no body', async () => {
  const api = apiWith(PAGES);
  expect(await ask(api, '/open/', { method: 'HEAD' })).toEqual({ ...(await ask(api, '/open/')), body: null });
});

test('if a listed file cannot be read, the response is an error, also outside the base', async () => {
  const files = { '404.html': 'not found', 'index.html': 'home' };
  const disk = publishTables([TABLE], { prefix: BASE, pageSizes: [100] });
  const reported: unknown[] = [];
  const api = createApi(disk.read, { list: async () => Object.keys(files), onError: (error) => reported.push(error) });
  for (const path of ['/open/', '/elsewhere']) {
    const response = await ask(api, path);
    expect(response.status).toBe(500);
    expect(JSON.parse(textOf(response)).type).toBe('/open/api/#internal-error');
  }
  expect(reported.map(String)).toEqual([
    'Error: index.html is missing from the published folder',
    'Error: 404.html is missing from the published folder',
  ]);
});

test.each([
  ['css', 'text/css; charset=utf-8', true],
  ['svg', 'image/svg+xml; charset=utf-8', true],
  ['webmanifest', 'application/manifest+json; charset=utf-8', true],
  ['png', 'image/png', false],
  ['woff2', 'font/woff2', false],
  ['unknown', 'application/octet-stream', false],
])(
  'a file that ends in .%s is sent as %s, compressed if it becomes smaller: %s',
  async (ending, type, isCompressed) => {
    const name = `folder.csv/a.min.${ending}`;
    const asked = { headers: new Headers({ 'Accept-Encoding': 'br' }) };
    const { headers } = await ask(apiWith({ [name]: 'x'.repeat(2000) }), `/open/${name}`, asked);
    expect([headers['Content-Type'], headers['Content-Encoding']]).toEqual([type, isCompressed ? 'br' : undefined]);
    expect(headers.ETag).toMatch(isCompressed ? /-br"$/ : /^"[\w-]{24}"$/);
    const short = await ask(apiWith({ [name]: 'x'.repeat(100) }), `/open/${name}`, asked);
    expect(short.headers['Content-Encoding']).toBeUndefined();
  },
);

describe('escapes in the base', () => {
  const codes = Array.from({ length: 94 }, (_, at) => 0x21 + at);
  const escapeOf = (code: number): string => `%${code.toString(16).padStart(2, '0')}`;
  const isUnreserved = (code: number): boolean => /[A-Za-z0-9._~-]/.test(String.fromCharCode(code));

  test('of characters that need none are the same as these (RFC 3986, section 2.3)', async () => {
    const characters = codes.filter(isUnreserved).map((code) => String.fromCharCode(code));
    const api = apiWith({}, `/a${characters.join('')}/`);
    const escaped = codes.filter(isUnreserved).map(escapeOf).join('');
    for (const spelling of [escaped, escaped.toUpperCase()]) {
      const response = await ask(api, `/a${spelling}/%76%31/datasets`);
      expect(response.status, spelling).toBe(200);
    }
  });

  test('of any other character are not', async () => {
    const others = codes.filter((code) => !isUnreserved(code)).map((code) => String.fromCharCode(code));
    const kept = others.filter(
      (it) => new URL(`http://host/a${it}b/`).pathname === `/a${it}b/` && !'%/\\'.includes(it),
    );
    expect(kept.length).toBeGreaterThan(10);
    for (const character of kept) {
      const api = apiWith({}, `/a${character}b/`);
      const escaped = escapeOf(character.charCodeAt(0));
      const statuses = [character, escaped, escaped.toUpperCase()].map(
        async (it) => (await ask(api, `/a${it}b/v1/datasets`)).status,
      );
      expect(await Promise.all(statuses), character).toEqual([200, 404, 404]);
    }
  });
});

test('a path with very many slashes at its end, or almost there, is read at once', async () => {
  const slashes = '/'.repeat(200_000);
  const api = apiWith({});
  const started = performance.now();
  expect((await ask(api, `/open/v1/datasets${slashes}`)).status).toBe(200);
  expect((await ask(api, `/open/v1/datasets${slashes}x`)).status).toBe(404);
  expect(performance.now() - started).toBeLessThan(1_000);
});

import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AlmanacError } from '../../../src/client/errors.ts';
import { sleep } from '../../../src/client/request.ts';
import {
  type Answer,
  codeHost,
  type Files,
  fetchFrom,
  openTable,
  PACKED,
  PAGES,
  published,
  staticHost,
  textsOf,
} from '../../support/client/host.ts';
import { runs } from '../../support/runs.ts';

const RECORDS = 8300;
const pages = published(textsOf(RECORDS), PAGES);
const packed = published(textsOf(RECORDS), PACKED);
const SOUND = staticHost(pages);
const HOSTS = [SOUND, codeHost(pages), staticHost(packed), codeHost(packed)];

/** What can go wrong with a response. */
type Fault = (path: string, answer: Answer) => Response | Promise<Response>;
const FAULTS: Readonly<Record<string, Fault>> = {
  'a status': () => new Response('{"type":"x","detail":"Busy."}', { status: 503 }),
  'no network': () => Promise.reject(new TypeError('fetch failed')),
  'a body that ends early': async (path, answer) => {
    const body = await (await answer(path)).text();
    return new Response(body.slice(0, body.length >> 1));
  },
  'a body that breaks off': () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) });
    return new Response(body);
  },
  'another page': (path, answer) => answer(path.replace(/(?<=offset[/=])(\d+)/, (offset) => `${Number(offset) + 100}`)),
  'the page of another size': (path, answer) => answer(/\/offset\/|\?/.test(path) ? '/v1/datasets/table.json' : path),
  'no body': () => new Response(null, { status: 204 }),
};

/** A host whose first answer to a path has a fault, if the path is chosen; the next ones have none. */
function faultyHost(answer: Answer, choose: (path: string) => string | undefined): Answer {
  const had = new Set<string>();
  return (path) => {
    const fault = had.has(path) ? undefined : choose(path);
    had.add(path);
    return fault === undefined ? answer(path) : (FAULTS[fault] as Fault)(path, answer);
  };
}

describe('whatever goes wrong with single answers', () => {
  test('the rows are those of the range', async () => {
    const kinds = fc.constantFrom(undefined, ...Object.keys(FAULTS));
    const chosen = fc.array(kinds, { minLength: 1, maxLength: 11 });
    const from = fc.integer({ min: 0, max: RECORDS });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HOSTS),
        chosen,
        from,
        fc.integer({ min: 0, max: 900 }),
        async (host, faults, offset, limit) => {
          let requests = 0;
          const answer = faultyHost(host, () => faults[requests++ % faults.length]);
          const rows = await (await openTable(answer)).toArray({ offset, limit });
          expect(rows.map(({ text }) => text).join()).toBe(
            textsOf(RECORDS)
              .slice(offset, offset + limit)
              .join(),
          );
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

describe('a failure that stays', () => {
  const always =
    (fault: string, pattern: RegExp): Answer =>
    (path) =>
      pattern.test(path) ? (FAULTS[fault] as Fault)(path, SOUND) : SOUND(path);

  test.each([
    ['a status', { name: 'AlmanacError', type: 'x', status: 503, detail: 'Busy.' }],
    [
      'no network',
      { type: 'network-error', status: null, url: 'http://host/v1/datasets/table/limit/100/offset/200.json' },
    ],
    ['a body that ends early', { type: 'invalid-response', status: null }],
    ['another page', { type: 'invalid-response' }],
  ])('is an error: %s', async (fault, expected) => {
    const requested: string[] = [];
    const fetch = fetchFrom(always(fault, /offset\/200/), requested);
    const table = await openTable(SOUND, { fetch, retries: 2 });
    const rows: unknown[] = [];
    const reading = (async () => {
      for await (const row of table.rows()) rows.push(row);
    })();
    await expect(reading).rejects.toBeInstanceOf(AlmanacError);
    await expect(reading).rejects.toMatchObject(expected);
    expect(rows).toHaveLength(200);
    expect(requested.filter((path) => path.includes('offset/200'))).toHaveLength(3);
  });

  test('is reported as the service describes it', async () => {
    const problem = { type: 'http://host/api/#unknown-path', status: 404, detail: 'Gone.', suggestion: 'tables' };
    const answer: Answer = (path) =>
      path.includes('quality') ? new Response(JSON.stringify(problem), { status: 404 }) : SOUND(path);
    const table = await openTable(answer);
    await expect(table.quality()).rejects.toMatchObject({ ...problem, message: 'Gone.' });
    expect(await table.info()).toMatchObject({ config: 'table', category: 'topic' });
  });

  test('is seen on a host that answers everything with a page of its own', async () => {
    const answer: Answer = async (path) => {
      const response = await SOUND(path);
      const isThere = response.ok && !path.includes('profile');
      return isThere ? response : new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
    };
    await expect((await openTable(answer)).profile()).rejects.toMatchObject({ type: 'http-error', status: 200 });
  });
});

describe('what a service says wrongly', () => {
  /** A host whose file has another value at one place. */
  const saying = (files: Files, path: string, change: (document: unknown) => void): Answer => {
    const document = JSON.parse(files.get(path) as string);
    change(document);
    return staticHost(new Map([...files, [path, JSON.stringify(document)]]));
  };
  const folder = 'v1/datasets/table';
  /** Paths of documents, by a short name; the chunks are those of the packed layout. */
  const PATHS = {
    index: 'v1/index.json',
    schema: `${folder}/schema.json`,
    info: `${folder}/info.json`,
    page: `${folder}.json`,
    chunks: `${folder}/chunks/index.json`,
    chunk: `${folder}/chunks/0.json`,
  } as const;

  test.each<[document: keyof typeof PATHS, is: string, wrong: string, expected: string]>([
    [
      'index',
      '"page_sizes":[100]',
      '"page_sizes":[100,0]',
      'page_sizes[1] must be a whole number from 1 to 100, not 0',
    ],
    ['index', '"row_count":8300', '"row_count":"many"', 'datasets[0].row_count must be a whole number'],
    ['index', '"links":', '"layout":"tar","links":', 'layout must be "pages" or "packed", if present'],
    ['schema', '"row_count":8300', '"row_count":"many"', 'row_count must be a whole number from 0'],
    ['schema', '"row_count":8300', '"row_count":0', 'row_count must be 8300, not "0"'],
    ['schema', '"config":"table"', '"config":"other"', 'config must be "table", not "other"'],
    ['schema', '"object"', '"date"', 'columns[0].type must be one of int64,float64,object'],
    ['info', '"config":"table"', '"config":"other"', 'config must be "table", not "other"'],
    ['page', '"offset":0', '"offset":"x"', 'metadata.resultset.offset must be 0, not "x"'],
    ['page', '{"text":"7"}', '{"texts":"7"}', 'records[7] must have the columns ["text"], not ["texts"]'],
    ['page', '{"text":"7"}', '{"text":"7","x":1}', 'records[7] must have the columns ["text"], not ['],
    ['page', '{"text":"7"}', '{"text":7}', 'records[7].text must be text, not 7'],
    ['page', '{"text":"7"}', '7', 'records[7] must be an object, not 7'],
    ['page', '{"text":"7"},', '', 'records.length must be 100, not 99'],
    ['page', '{"text":"0"}', '{"texts":"0"}', 'records[0] must have the columns ["text"], not ["texts"]'],
    ['page', '"count":8300', '"count":83', 'count must be 8300, not 83'],
    ['chunks', '"chunks":[0,', '"chunks":[', 'chunks must be whole numbers that ascend from 0, not ['],
    ['chunk', '{"text":"7"}', '{"text":[7]}', 'records[7].text must be text, not [7]'],
  ])('is refused: %#', async (document, is, wrong, expected) => {
    const files = document.startsWith('chunk') ? packed : pages;
    const path = PATHS[document];
    const text = JSON.stringify(JSON.parse(files.get(path) as string));
    expect(text).toContain(is);
    const host = staticHost(new Map([...files, [path, text.replace(is, wrong)]]));
    const reading = openTable(host, { retries: 0 }).then(async (table) => [await table.info(), await table.toArray()]);
    await expect(reading).rejects.toBeInstanceOf(AlmanacError);
    await expect(reading).rejects.toThrow(`http://host/${path}`);
    await expect(reading).rejects.toThrow(expected);
  });

  test('wherever it is, changes no row', async () => {
    const { index, schema, page, chunks, chunk } = PATHS;
    const cases = [
      ...[index, schema, page, `${folder}/limit/100/offset/100.json`].map((path) => [pages, path] as const),
      ...[index, schema, chunks, chunk].map((path) => [packed, path] as const),
    ];
    const value = fc.constantFrom(undefined, -1, 0, 0.5, 1e300, true, {}, [], [0], 'x'.repeat(5));
    const turns = fc.array(fc.nat(), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cases), turns, value, async ([files, path], turns, value) => {
        const host = saying(files, path, (document) => {
          let place = document as Record<string, unknown>;
          for (const turn of turns) {
            const names = Object.keys(place);
            const name = names[turn % names.length] ?? 'none';
            // A text that replaces a text, such as a cell, is as good as that.
            if (turn === turns.at(-1) || !(place[name] instanceof Object)) {
              if (typeof place[name] !== typeof value) place[name] = value;
              return;
            }
            place = place[name] as Record<string, unknown>;
          }
        });
        const reading = openTable(host, { retries: 0 }).then((table) => table.toArray({ limit: 200 }));
        const texts = await reading.then((rows) => rows.map(({ text }) => text)).catch((error) => error);
        if (!(texts instanceof AlmanacError)) expect(texts).toEqual(textsOf(200));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the waits between attempts', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['shortest', 0, [50, 100, 200]],
    ['longest', 0.9999, [100, 200, 400]],
  ])('double: at their %s', async (_, random, expected) => {
    const busy: Answer = (path) => (path.includes('info') ? new Response('', { status: 502 }) : SOUND(path));
    const table = await openTable(busy, { retries: 3, retryDelay: 100 });
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const waits: unknown[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, wait: number) => {
      waits.push(Math.round(wait));
      queueMicrotask(done);
    }) as typeof setTimeout);
    await expect(table.info()).rejects.toBeInstanceOf(AlmanacError);
    expect(waits).toEqual(expected);
  });
});

describe('a service that asks to wait', () => {
  const busyOnce = (retryAfter: string): Answer => {
    const seen = new Set<string>();
    return (path): ReturnType<Answer> => {
      if (seen.has(path) || !path.includes('info')) return SOUND(path);
      seen.add(path);
      return new Response('', { status: 429, headers: { 'Retry-After': retryAfter } });
    };
  };

  test.each([
    ['seconds', (): string => '0.1'],
    ['a date', (): string => new Date(Date.now() + 2000).toUTCString()],
  ] as const)('is not asked before: %s', async (kind, retryAfter) => {
    const table = await openTable(busyOnce(retryAfter()));
    const began = performance.now();
    const signal = AbortSignal.timeout(kind === 'seconds' ? 5000 : 50);
    const outcome = await table.info({ signal }).then(
      () => 'answered',
      (error: Error) => error.name,
    );
    expect(outcome).toBe(kind === 'seconds' ? 'answered' : 'TimeoutError');
    expect(performance.now() - began).toBeGreaterThan(kind === 'seconds' ? 95 : 40);
  });

  test('is not waited for longer than a minute', async () => {
    const table = await openTable(busyOnce('61'));
    await expect(table.info()).rejects.toMatchObject({ status: 429 });
  });
});

describe('a signal', () => {
  test('stops the reading, even between two rows of a page', async () => {
    const stop = new AbortController();
    const table = await openTable(SOUND);
    const rows = table.rows({ signal: stop.signal });
    await rows.next();
    stop.abort(new Error('enough'));
    await expect(rows.next()).rejects.toThrow('enough');
  });

  test('stops what waits for an answer, or for the next attempt', async () => {
    const never: Answer = (path) => (path.includes('schema') ? new Promise<never>(() => {}) : SOUND(path));
    const table = await openTable(never);
    await expect(table.toArray({ signal: AbortSignal.timeout(5) })).rejects.toMatchObject({ name: 'TimeoutError' });
    const busy: Answer = (path) => (path.includes('info') ? new Response('', { status: 500 }) : SOUND(path));
    const waiting = await openTable(busy, { retryDelay: 60_000 });
    await expect(waiting.info({ signal: AbortSignal.timeout(5) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('that is aborted while nothing is requested is obeyed at once', async () => {
    const stop = new AbortController();
    const other = published(textsOf(RECORDS), PAGES, 'Other.');
    // A page of another edition, before the reading begins again. This `fetch` does not look at the signal.
    const answer: Answer = (path) => {
      if (path.includes('offset/100')) stop.abort(new Error('enough'));
      return staticHost(path.includes('offset/') ? other : pages)(path);
    };
    const table = await openTable(answer, { fetch: (input) => fetchFrom(answer)(input), retryDelay: 60_000 });
    await expect(table.toArray({ signal: stop.signal })).rejects.toThrow('enough');
    await expect(sleep(60_000, stop.signal)).rejects.toThrow('enough');
  });

  test('is not needed to stop the requests of a reader that leaves', async () => {
    const stopped: string[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { pathname } = new URL(String(input));
      if (!pathname.includes('offset/')) return fetchFrom(SOUND)(input, init);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          stopped.push(pathname);
          reject(init.signal?.reason);
        });
      });
    };
    const table = await openTable(SOUND, { fetch });
    for await (const _ of table.rows()) break;
    expect(stopped.length).toBeGreaterThan(2);
  });
});

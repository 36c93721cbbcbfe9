import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AlmanacError, EditionChanged } from '../../../src/client/errors.ts';
import { downloadFile, type Site } from '../../../src/contract/routes.ts';
import type { Answer as Answered, Question } from '../../../src/query/question.ts';
import { LocalTable, type TableOptions } from '../../../src/query/table.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { CATALOGUE, folderForAll, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { type Answer, fetchFrom } from '../../support/client/host.ts';
import { rangeHost, rangeIn } from '../../support/query/parquet-host.ts';
import { readParquet } from '../../support/readers/parquet.ts';
import { runs } from '../../support/runs.ts';

const scratch = folderForAll();
const FILE = downloadFile('parquet', 'x');
const NAMES = ['id', 'year', 'country', 'value', 'note', '__proto__', 'price'];
/** Empty columns, so that row groups have few records: these three row groups have more bytes than are read at once. */
const EMPTY = Array.from({ length: 24 }, (_, at) => `empty ${at}`);

function cellsOf(row: number, word: string): string[] {
  return [
    `${9_007_199_254_740_000n + BigInt(row)}`,
    // Ascending, so that bounds exclude row groups.
    `${1900 + Math.floor(row / 2500)}`,
    row % 7 === 0 ? '' : `${word} ${(row * 7919) % 193}`,
    row % 1000 === 0 ? `0.${(1e17 + row * 7919).toString()}1` : `${(row * 104_729) % 1_000_003}.50`,
    `note ${row}`,
    `p${row % 5}`,
    row % 97 === 0 ? '-0.00' : `${row % 50}.25`,
  ];
}

function edition(count: number, word: string, site: Partial<Site> = {}): ReadonlyMap<string, string> {
  const rows = Array.from({ length: count }, (_, row) => `${cellsOf(row, word).join()}${','.repeat(EMPTY.length)}`);
  const csv = `${[...NAMES, ...EMPTY].join()}\n${rows.join('\n')}\n`;
  const rawData = join(scratch, 'raw-data');
  replaceFiles(rawData, { 'catalogue.json': CATALOGUE, ...withSidecar('economy/x', csv) });
  return buildInMemory(rawData, { site: { prefix: '/', pageSizes: [100], formats: ['parquet'], ...site } }).texts;
}

const COUNT = 80_000;
const FIRST = edition(COUNT, 'land');
/** Of the same size, with other values in one column. */
const SECOND = edition(COUNT, 'lond');
const SMALL = edition(1000, 'land');

const QUESTION: Question = {
  where: {
    all: [
      { column: 'country', is: 'contains', value: 'nd 5' },
      { column: 'year', is: '>=', value: 1904 },
    ],
  },
  rows: { columns: ['id', 'country', '__proto__', 'value'], sort: [{ column: 'value', descending: true }], limit: 20 },
  facets: [{ column: 'country', limit: 3 }],
  groups: { by: ['__proto__'], measures: [{ measure: 'sum', column: 'id' }] },
};
/** A few records, which are read from pages. */
const OF_PAGES: Question = { ...QUESTION, rows: { ...QUESTION.rows, limit: 3 } };

function opened(answer: Answer, options: TableOptions = {}): Promise<LocalTable> {
  return LocalTable.open('http://host/v1/datasets/x.json', { fetch: fetchFrom(answer), retryDelay: 0, ...options });
}

/** An answer, without what it took to find it. */
function resultOf({ bytes, requests, ...result }: Answered): unknown {
  return result;
}

const known = new Map<unknown, Map<Question, Promise<unknown>>>();
/** The answer from a host without faults. */
function expected(files: ReadonlyMap<string, string>, question = QUESTION): Promise<unknown> {
  const ofFiles = known.get(files) ?? new Map<Question, Promise<unknown>>();
  known.set(files, ofFiles);
  const answer = ofFiles.get(question) ?? opened(rangeHost(files)).then(async (it) => resultOf(await it.ask(question)));
  ofFiles.set(question, answer);
  return answer;
}

/** Where a column of a row group is in the first edition. */
async function chunkOf(name: string, group: number): Promise<{ start: number; end: number }> {
  const { metadata } = await readParquet(Buffer.from(FIRST.get(FILE) as string, 'latin1'));
  const data = metadata.row_groups[group]?.columns[[...NAMES, ...EMPTY].indexOf(name)]?.meta_data;
  const start = Number(data?.dictionary_page_offset ?? data?.data_page_offset);
  return { start, end: start + Number(data?.total_compressed_size) };
}

const COUNTRY = await chunkOf('country', 1);
const ANSWERS = await Promise.all([FIRST, SECOND, SMALL].map((files) => expected(files)));

/** A host whose responses to requests for the Parquet file are others. */
function withFile(respond: Answer, others: Answer = rangeHost(FIRST)): Answer {
  return (path, init) => (path.startsWith(`/${FILE}`) ? respond : others)(path, init);
}

const headersOf = (start: number, end: number): Record<string, string> => ({
  'Content-Range': `bytes ${start}-${end - 1}/${FIRST.get(FILE)?.length}`,
});

test('the editions are what the tests below need', async () => {
  expect(SECOND.get(FILE)?.length).toBe(FIRST.get(FILE)?.length);
  expect(FIRST.get(FILE)?.length).toBeGreaterThan(1 << 20);
  expect(SMALL.get(FILE)?.length).toBeLessThan(1 << 20);
  expect(ANSWERS[0]).toMatchObject({ matched: expect.any(Number), rows: { rows: { length: 20 }, isWhole: false } });
  expect(ANSWERS[0]).not.toEqual(ANSWERS[1]);
});

describe('the answer is the same', () => {
  const every = (count: number, answer: Answer): Answer => {
    let asked = 0;
    return (path, init) => {
      asked += 1;
      return asked % count === 0 ? new Response('Busy', { status: 503 }) : answer(path, init);
    };
  };
  const subPath: Answer = (path, init) => rangeHost(FIRST)(path.replace('/some/where', ''), init);
  const unknownTotal: Answer = async (path, init) => {
    const response = await rangeHost(FIRST, { showsRange: false })(path, init);
    const range = rangeIn(init);
    if (range) response.headers.set('Content-Range', `bytes ${range.start}-${range.end - 1}/*`);
    return response;
  };
  test.each<[string, Answer, TableOptions & { at?: string }]>([
    ['without ranges', rangeHost(FIRST, { hasRanges: false }), {}],
    ['without entity tags', rangeHost(FIRST, { hasTags: false }), {}],
    [
      'from another site, whose headers a script does not see',
      rangeHost(FIRST, { hasTags: false, showsRange: false }),
      {},
    ],
    ['if the size of the file is not stated', unknownTotal, {}],
    ['with failures that pass', every(3, rangeHost(FIRST)), {}],
    ['without memory', rangeHost(FIRST), { maxMemory: 0 }],
    ['below another path', subPath, { at: 'http://host/some/where/datasets/x/' }],
    ['if records are packed', rangeHost(edition(COUNT, 'land', { layout: 'packed' })), {}],
  ])('%s', async (_, host, { at, ...options }) => {
    const table = await LocalTable.open(at ?? 'http://host/v1/datasets/x.json', {
      fetch: fetchFrom(host),
      retryDelay: 0,
      ...options,
    });
    for (const question of [OF_PAGES, QUESTION, OF_PAGES]) {
      expect(resultOf(await table.ask(question))).toEqual(await expected(FIRST, question));
    }
  });
});

describe('what a host does wrong is an error that says so', () => {
  const damaged = (at: number): Answer => {
    const text = FIRST.get(FILE) as string;
    const other = `${text.slice(0, at)}\u00FF\u00FF\u00FF${text.slice(at + 3)}`;
    return withFile(rangeHost(new Map([[FILE, other]])));
  };
  const endless = (status: number): Answer =>
    withFile(() => new Response(new ReadableStream({ pull: (it) => it.enqueue(new Uint8Array(1 << 16)) }), { status }));
  const part = (change: (range: { start: number; end: number }) => [Uint8Array<ArrayBuffer>, Record<string, string>]) =>
    withFile((_, init) => {
      const [body, headers] = change(rangeIn(init) ?? { start: 0, end: 0 });
      return new Response(body, { status: 206, headers });
    });
  const withoutFile = (text: string) => rangeHost(new Map([...FIRST, ['v1/datasets/x/downloads.json', text]]));
  test.each<[string, Answer, string, RegExp]>([
    [
      'another range',
      part((it) => [new Uint8Array(it.end - it.start), headersOf(0, it.end - it.start)]),
      'invalid-response',
      /data\.parquet has invalid content: has the range "bytes 0-/,
    ],
    [
      'a short range',
      part((it) => [new Uint8Array(7), headersOf(it.start, it.end)]),
      'invalid-response',
      /has 7 bytes instead of 65536/,
    ],
    [
      'a long range',
      part((it) => [new Uint8Array(1 << 20), headersOf(it.start, it.end)]),
      'invalid-response',
      /has 65537 bytes instead/,
    ],
    ['a range without end', endless(206), 'invalid-response', /has 65537 bytes instead/],
    ['a file without end', endless(200), 'invalid-response', /is not a Parquet file/],
    ['HTML', withFile(() => new Response('<html>Welcome</html>')), 'invalid-response', /is not a Parquet file/],
    ['a cut file', withFile(() => new Response('PAR1 and so on')), 'edition-changed', /it has less than \d+ bytes/],
    [
      'a missing file',
      withFile(() => new Response('', { status: 404 })),
      'http-error',
      /data\.parquet is not available: status 404/,
    ],
    ['a shorter file', withFile(() => new Response('', { status: 416 })), 'edition-changed', /it ends before byte/],
    [
      'other bytes at the end',
      part((it) => [new Uint8Array(it.end - it.start).fill(60), {}]),
      'invalid-response',
      /it does not end like a Parquet file/,
    ],
    ['another file', withFile(rangeHost(SMALL)), 'edition-changed', /it ends before byte/],
    [
      'a damaged column',
      damaged(COUNTRY.start + 60),
      'invalid-response',
      /x\/data\.parquet cannot be read: the column "country" of its row group 1 is damaged/,
    ],
    ['no Parquet', withoutFile('{"downloads": []}'), 'no-parquet', /not published as Parquet/],
    ['no list of downloads', withoutFile('<html>'), 'http-error', /downloads\.json is not available/],
    [
      'a size that is not one',
      withoutFile('{"downloads": [{"format": "parquet", "bytes": -1}]}'),
      'invalid-response',
      /downloads\[0\]\.bytes must be a whole number/,
    ],
  ])('%s', async (_, host, type, message) => {
    const asked = opened(host, { retries: 1 }).then((table) => table.ask(QUESTION));
    await expect(asked).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
  });
});

describe('if another edition is published', () => {
  const editions = [FIRST, SECOND, SMALL];
  const hosts = [true, false].flatMap((hasTags) => editions.map((files) => rangeHost(files, { hasTags })));
  const hostOf = (edition: number, hasTags: number): Answer => hosts[hasTags * editions.length + edition] as Answer;

  test('the answer is of one of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1),
        fc.nat(2),
        fc.nat(2),
        fc.nat(24),
        fc.constantFrom(QUESTION, OF_PAGES),
        async (tags, from, to, requests, question) => {
          let asked = 0;
          const host: Answer = (path, init) => {
            asked += 1;
            return hostOf(asked > requests ? to : from, tags)(path, init);
          };
          const table = await opened(host, { retries: 1 });
          const answers = [await expected(editions[from] as typeof FIRST, question)];
          answers.push(await expected(editions[to] as typeof FIRST, question));
          for (let count = 0; count < 3; count += 1)
            expect(answers).toContainEqual(resultOf(await table.ask(question)));
          expect(resultOf(await table.ask(QUESTION))).toEqual(ANSWERS[asked > requests ? to : from]);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  test('and then another one, EditionChanged is thrown', async () => {
    let asked = 0;
    const host: Answer = (path, init) => {
      asked += Number(path.includes('downloads'));
      return hostOf(asked % 2, 0)(path, init);
    };
    const table = await opened(host);
    await expect(table.ask(QUESTION)).rejects.toThrow(EditionChanged);
  });

  test('and a cache keeps parts of the earlier one, they are an error', async () => {
    for (const hasTags of [0, 1]) {
      for (let stale = 0; stale < 12; stale += 1) {
        let asked = 0;
        const host = withFile((path, init) => {
          asked += 1;
          return hostOf(asked === stale ? 0 : 1, hasTags)(path, init);
        }, rangeHost(SECOND));
        const table = await opened(host, { retries: 0 });
        const answer = await table.ask(QUESTION).then(resultOf, (error) => error);
        if (answer instanceof AlmanacError) expect(answer.message).toMatch(/data\.parquet.*(?:"country"|entity tag)/);
        else expect(answer).toEqual(ANSWERS[1]);
      }
    }
  });
});

test('only the columns and row groups that are needed are read, as estimated', async () => {
  const ranges: unknown[] = [];
  const host = rangeHost(FIRST);
  const table = await opened((path, init) => {
    if (path.startsWith(`/${FILE}`)) ranges.push(rangeIn(init));
    return host(path, init);
  });
  const where = { column: 'year', is: '<', value: 1910 } as const;
  await table.estimate({});
  ranges.length = 0;
  const question = { where, groups: { by: ['note'], measures: [] } };
  const estimate = await table.estimate(question);
  expect(ranges).toEqual([]);
  const answer = await table.ask(question);
  const [year, note] = [await chunkOf('year', 0), await chunkOf('note', 0)];
  expect(ranges).toEqual([year, note]);
  expect(answer).toMatchObject({ requests: 2, bytes: year.end - year.start + note.end - note.start, matched: 25_000 });
  expect(estimate).toBe(answer.bytes);
  expect(await table.estimate(question)).toBe(0);
  expect(await table.ask(question)).toMatchObject({ requests: 0, bytes: 0 });
  for (const next of [OF_PAGES, { facets: [{ column: 'country' }, { column: '__proto__' }, { column: 'value' }] }]) {
    const estimated = await table.estimate(next);
    expect((await table.ask(next)).bytes).toBe(estimated);
  }
  // Scattered records are read from pages, or from chunks that take no longer, and at most what was estimated.
  const sampled = await opened(host);
  for (const [size, isOfPages] of [
    [20, true],
    [1000, false],
  ] as const) {
    const rows = { sample: { size, seed: 1 }, limit: size };
    const most = await sampled.estimate({ rows });
    const { bytes } = await sampled.ask({ rows });
    expect([bytes <= most, bytes === 0]).toEqual([true, isOfPages]);
  }
});

test('without ranges, or if it is small, the file is read whole, once, and nothing else', async () => {
  for (const files of [FIRST, SMALL]) {
    const requested: string[] = [];
    const fetch = fetchFrom(rangeHost(files, { hasRanges: false }), requested);
    const table = await LocalTable.open('http://host/v1/datasets/x.json', { fetch });
    const { length } = files.get(FILE) as string;
    expect(await table.estimate(OF_PAGES)).toBe(length);
    expect((await table.ask(OF_PAGES)).bytes).toBe(length);
    requested.length = 0;
    expect(await table.estimate(QUESTION)).toBe(0);
    expect(resultOf(await table.ask(QUESTION))).toEqual(await expected(files));
    expect(requested).toEqual([]);
  }
});

test('records that were read from pages are not read again', async () => {
  const requested: string[] = [];
  const fetch = fetchFrom(rangeHost(FIRST), requested);
  const table = await LocalTable.open('http://host/v1/datasets/x.json', { fetch });
  const question: Question = { rows: { columns: ['note'], offset: 50_000, limit: 3 } };
  const rows = [0, 1, 2].map((at) => ({ note: `note ${50_000 + at}` }));
  for (const isFirst of [true, false]) {
    requested.length = 0;
    expect((await table.ask(question)).rows?.rows).toEqual(rows);
    expect(requested.some((path) => path.includes('/limit/'))).toBe(isFirst);
    if (!isFirst) expect(requested).toEqual([]);
  }
});

test('pages of records that are near each other are read at the same time, a dozen at most', async () => {
  let [waiting, most] = [0, 0];
  const host = rangeHost(FIRST);
  const table = await opened(async (path, init) => {
    const isPage = path.includes('/limit/');
    waiting += Number(isPage);
    most = Math.max(most, waiting);
    // Each page takes a moment, so that those that are asked for meanwhile are counted.
    if (isPage) await new Promise((resolve) => setTimeout(resolve, 2));
    waiting -= Number(isPage);
    return host(path, init);
  });
  const where = { column: 'value', is: '<', value: 20_000 } as const;
  const { rows } = await table.ask({ where, rows: { columns: ['note', 'value'], limit: 100, numbers: 'text' } });
  expect(rows?.rows.map(({ note }) => note)).toEqual(rows?.numbers.map((number) => `note ${number}`));
  expect(rows?.numbers.length).toBe(100);
  expect(most).toBe(12);
});

test('rows have the digits of the source if they are asked for as text, and the values of the file otherwise', async () => {
  const table = await opened(rangeHost(FIRST));
  const where = { column: 'value', is: '<', value: 3000 } as const;
  // A few records come from pages, and many from the file; if their digits are needed, only the columns that always have as many decimals.
  for (const limit of [3, 200]) {
    for (const columns of [NAMES, NAMES.filter((name) => name !== 'value')]) {
      const rows: Question['rows'] = { columns, sort: [{ column: 'value' }], limit };
      const text = (await table.ask({ where, rows: { ...rows, numbers: 'text' } })).rows;
      const plain = (await table.ask({ where, rows })).rows;
      expect(text?.numbers).toEqual(plain?.numbers);
      expect(text?.numbers.length).toBe(limit);
      for (const [at, number] of text?.numbers.entries() ?? []) {
        const cells = columns.map((name) => cellsOf(number, 'land')[NAMES.indexOf(name)] || null);
        expect(Object.entries(text?.rows[at] ?? {})).toEqual(columns.map((name, index) => [name, cells[index]]));
        const values = columns.map((name, index) => {
          const cell = cells[index] as string | null;
          if (name === 'id') return Number.isSafeInteger(Number(cell)) ? Number(cell) : BigInt(cell as string);
          return ['year', 'value', 'price'].includes(name) ? Number(cell) + 0 : cell;
        });
        expect(Object.values(plain?.rows[at] ?? {})).toEqual(values);
      }
    }
  }
});

test('asking can be stopped at any moment, and the table goes on answering', async () => {
  const total = Array.from({ length: 26 }, (_, at) => at);
  for (const hasRanges of [true, false]) {
    const host = rangeHost(FIRST, { hasRanges });
    for (const last of total.filter((at) => hasRanges || at < 4)) {
      const stop = new AbortController();
      let asked = 0;
      const table = await opened(async (path, init) => {
        asked += 1;
        if (asked === last + 3) stop.abort(new Error('enough'));
        return host(path, init);
      });
      const answer = await table.ask(QUESTION, { signal: stop.signal }).then(resultOf, (error) => error);
      if (stop.signal.aborted) expect(answer).toEqual(new Error('enough'));
      else expect(answer).toEqual(ANSWERS[0]);
      expect(resultOf(await table.ask(QUESTION))).toEqual(ANSWERS[0]);
      await expect(table.ask(QUESTION, { signal: AbortSignal.abort('over') })).rejects.toBe('over');
    }
  }
});

test('what was read until asking was stopped is of the edition that a later answer names', async () => {
  const [first, second] = [FIRST, SECOND].map((files) => rangeHost(files, { hasTags: false })) as [Answer, Answer];
  let host = first;
  const stop = new AbortController();
  const table = await opened((path, init) => host(path, init));
  const facet: Question = { facets: [{ column: '__proto__' }] };
  const onProgress = (done: number, total: number): void => {
    host = second;
    if (done === total) stop.abort('over');
  };
  await expect(table.ask(facet, { signal: stop.signal, onProgress })).rejects.toBe('over');
  expect(resultOf(await table.ask(facet))).toEqual(await expected(SECOND, facet));
});

test('many may ask at a time, and one that gives up does not stop another', async () => {
  for (const options of [{}, { hasRanges: false }]) {
    const table = await opened(rangeHost(FIRST, options));
    const stop = new AbortController();
    const given = table.ask(QUESTION, { signal: stop.signal });
    const others = [QUESTION, OF_PAGES, { facets: [{ column: 'note', limit: 1 }] }].map((question) =>
      table.ask(question),
    );
    stop.abort('over');
    await expect(given).rejects.toBe('over');
    const answers = (await Promise.all(others)).map(resultOf);
    expect(answers.slice(0, 2)).toEqual([ANSWERS[0], await expected(FIRST, OF_PAGES)]);
    expect(answers[2]).toMatchObject({ facets: [{ distinct: COUNT }] });
  }
});

test('while one who asks meets another edition, the others go on with theirs', async () => {
  const [first, second] = [FIRST, SECOND].map((files) => rangeHost(files)) as [Answer, Answer];
  let host = first;
  const table = await opened((path, init) => host(path, init));
  await table.ask({});
  const questions = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? QUESTION : OF_PAGES));
  const asked = questions.map(async (question, at) => {
    await new Promise((resolve) => setTimeout(resolve, at));
    if (at === 4) host = second;
    return resultOf(await table.ask(question));
  });
  const possible = [...ANSWERS, await expected(FIRST, OF_PAGES), await expected(SECOND, OF_PAGES)];
  for (const answer of await Promise.all(asked)) expect(possible).toContainEqual(answer);
});

test('progress is reported for each row group', async () => {
  const table = await opened(rangeHost(FIRST));
  const steps: number[][] = [];
  await table.ask({ facets: [{ column: 'country' }] }, { onProgress: (...step) => steps.push(step) });
  const total = steps.length;
  expect(steps).toEqual(Array.from({ length: total }, (_, at) => [at + 1, total]));
  expect(total).toBeGreaterThan(1);
});

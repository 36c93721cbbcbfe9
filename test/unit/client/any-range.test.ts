import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDataset } from '../../../src/client/open.ts';
import type { Site } from '../../../src/contract/routes.ts';
import {
  type Answer,
  codeHost,
  type Files,
  fetchFrom,
  openTable,
  published,
  staticHost,
  textsOf,
} from '../../support/client/host.ts';
import { runs } from '../../support/runs.ts';

const HOSTS: Readonly<Record<string, (files: Files) => Answer>> = {
  'of files': staticHost,
  'of files that refuses queries': (files) => staticHost(files, { isStrict: true }),
  'of files that ignores queries': (files) => staticHost(files, { addsJson: true }),
  'with code': codeHost,
};

/** Tables are published once: there are few of them, and many ranges. */
const known = new Map<string, Map<string, string>>();
function filesOf(count: number, site: Site): Map<string, string> {
  const key = `${count} ${JSON.stringify(site)}`;
  const files = known.get(key) ?? published(textsOf(count), site);
  known.set(key, files);
  return files;
}

const tables = fc.constantFrom(
  ...([
    [0, 'pages', [100]],
    [1, 'packed', [100]],
    [99, 'packed', [7, 100]],
    [100, 'pages', [100]],
    [351, 'pages', [10, 33, 100]],
    [4200, 'packed', [100]],
    [8300, 'packed', [100]],
  ] as const),
);

/** Of random sizes too, if there are few records. */
const layouts = fc.oneof(
  tables,
  fc.tuple(
    fc.integer({ min: 0, max: 350 }),
    fc.constantFrom('pages' as const, 'packed' as const),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 3 })
      .map((sizes) => [...sizes, 100].sort((a, b) => a - b)),
  ),
);

describe.each(Object.keys(HOSTS))('on a host %s', (name) => {
  test('the rows of any range are that slice of the table', async () => {
    const part = fc.double({ min: 0, max: 1.1, noNaN: true });
    const limits = fc.oneof(fc.integer({ min: 0, max: 250 }), fc.constantFrom(5000, Number.POSITIVE_INFINITY));
    const concurrency = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(
        layouts,
        part,
        limits,
        concurrency,
        async ([count, layout, pageSizes], at, limit, concurrency) => {
          const files = filesOf(count, { prefix: '/', layout, pageSizes });
          const host = HOSTS[name] as (typeof HOSTS)[string];
          const table = await openDataset('http://host/v1/datasets/table.json', {
            fetch: fetchFrom(host(files)),
            retries: 0,
          });
          const offset = Math.floor(at * count);
          const rows = await table.toArray({ offset, limit, concurrency });
          expect(rows.map(({ text }) => text).join()).toBe(
            textsOf(count)
              .slice(offset, offset + limit)
              .join(),
          );
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test.each([
    ['pages', 351],
    ['packed', 4200],
  ] as const)('with the layout %s, the rows come one by one, in order', async (layout, count) => {
    const files = filesOf(count, { prefix: '/', layout, pageSizes: [100] });
    const host = HOSTS[name] as (typeof HOSTS)[string];
    const table = await openDataset('http://host/datasets/table/', { fetch: fetchFrom(host(files)), retries: 0 });
    const texts: unknown[] = [];
    for await (const { text } of table.rows({ offset: 95 })) texts.push(text);
    expect(texts).toEqual(textsOf(count).slice(95));
    expect((await table.toColumns({ limit: 12 })).text).toEqual(textsOf(12));
  });
});

describe('the requests', () => {
  async function requestsFor(answer: Answer, options: { offset?: number; limit?: number }): Promise<string[]> {
    const requested: string[] = [];
    const table = await openTable(answer, { fetch: fetchFrom(answer, requested) });
    await table.toArray(options);
    requested.length = 0;
    await table.toArray(options);
    // These two tell editions apart.
    const others = requested.filter((path) => !/\/(?:schema|downloads)\.json$/.test(path));
    return others.map((path) => path.replace('/v1/datasets/', ''));
  }
  const pages = filesOf(351, { prefix: '/', layout: 'pages', pageSizes: [10, 33, 100] });
  const packed = filesOf(8300, { prefix: '/', layout: 'packed', pageSizes: [100] });

  test.each([
    ['a page of the smallest size that fits', pages, { offset: 20, limit: 10 }, ['table/limit/10/offset/20.json']],
    ['one larger page', pages, { offset: 25, limit: 8 }, ['table/limit/33/offset/0.json']],
    [
      'two pages',
      pages,
      { offset: 95, limit: 10 },
      ['table/limit/10/offset/90.json', 'table/limit/10/offset/100.json'],
    ],
    ['the first page', pages, { limit: 100 }, ['table.json']],
    ['the first page of chunks', packed, { offset: 20, limit: 30 }, ['table.json']],
    ['one chunk', packed, { offset: 4100, limit: 30 }, ['table/chunks/index.json', 'table/chunks/4096.json']],
  ])('to files are for %s', async (_, files, options, expected) => {
    expect(await requestsFor(staticHost(files, { addsJson: true }), options)).toEqual(expected);
  });

  test.each([
    ['a range across two pages', pages, { offset: 95, limit: 90 }, ['table?limit=90&offset=95']],
    ['a range of one page', pages, { offset: 25, limit: 5 }, ['table/limit/10/offset/20.json']],
    [
      'a range of a packed dataset',
      packed,
      { offset: 4095, limit: 101 },
      ['table?limit=100&offset=4095', 'table?limit=1&offset=4195'],
    ],
  ])('to code are for %s', async (_, files, options, expected) => {
    expect(await requestsFor(codeHost(files), options)).toEqual(expected);
  });

  test('are at most as many at once as the reader allows, and go on while a page is consumed', async () => {
    let [running, most] = [0, 0];
    const answer = staticHost(filesOf(351, { prefix: '/', layout: 'pages', pageSizes: [100] }));
    const counting: Answer = async (path) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return answer(path);
    };
    const requested: string[] = [];
    const table = await openTable(counting, { fetch: fetchFrom(counting, requested) });
    const rows = table.rows({ concurrency: 2 });
    await rows.next();
    expect(requested.filter((path) => /table(?:\.json|\/limit)/.test(path))).toHaveLength(3);
    expect(most).toBe(2);
    await rows.return();
  });
});

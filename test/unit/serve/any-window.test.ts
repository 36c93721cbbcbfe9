import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headLines } from '../../../src/contract/page-layout.ts';
import { type Collection, pageLinks, type Site } from '../../../src/contract/routes.ts';
import { createHandler, type Handler } from '../../../src/serve/handle-request.ts';
import { joinPage } from '../../support/join-page.ts';
import { publishTables, recordOf, type Table } from '../../support/memory-disk.ts';
import { runs } from '../../support/runs.ts';
import { codePoints } from '../../support/tables/code-points.ts';

const HOSTILE = [
  '\n"results": [\n',
  '],\n"links": ',
  '",\n',
  '\u2028',
  '\\',
  '"',
  '\u0000',
  ']\n}\n',
  '\ud800',
  '😀',
  '',
];

const pageSizes = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 3 })
  .map((sizes) => [...sizes, 100].sort((a, b) => a - b));
const counts = fc.oneof(fc.integer({ min: 0, max: 350 }), fc.constantFrom(0, 1, 99, 100, 101, 200, 300));
const limits = fc.integer({ min: 1, max: 100 });
const text = fc.oneof(fc.string({ unit: codePoints, maxLength: 8 }), fc.constantFrom(...HOSTILE));

function tableOf(count: number, salt: readonly string[], config = 'table'): Table {
  const texts = Array.from({ length: count }, (_, index) => `${index}${salt[index % salt.length] ?? ''}`);
  return { config, category: 'topic', description: salt.join(''), texts };
}

async function ask(handler: Handler, path: string): Promise<string> {
  const response = await handler({ method: 'GET', url: `http://host${path}`, headers: new Headers() });
  if (response?.status !== 200) throw new Error(`the response to ${path} is ${response?.status}`);
  return response.text();
}

/** Text of the page for a window of a collection. */
function pageOf(site: Site, collection: Collection, head: string, records: string[], limit: number, offset: number) {
  const links = pageLinks(site, collection, records.length, { limit, offset });
  const slice = records.slice(offset, offset + limit);
  return joinPage({ head, count: records.length, links, records: slice }, { limit, offset });
}

describe('a response', () => {
  test('to any limit and offset is that window of all records, laid out like a published page', async () => {
    await fc.assert(
      fc.asyncProperty(
        counts,
        pageSizes,
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(limits, fc.integer({ min: 0, max: 450 })), { minLength: 1, maxLength: 12 }),
        async (count, sizes, salt, windows) => {
          const site = { prefix: '/', pageSizes: sizes };
          const table = tableOf(count, salt);
          const handler = createHandler(publishTables([table], site).read);
          const head = headLines({
            source: 'Nobody',
            description: table.description ?? '',
            url: 'https://example.org/',
            category: 'topic',
          });
          const records = table.texts.map(recordOf);
          for (const [limit, offset] of windows) {
            const expected = pageOf(site, { kind: 'records', config: 'table' }, head, records, limit, offset);
            expect(await ask(handler, `/v1/datasets/table?limit=${limit}&offset=${offset}`)).toBe(expected);
            expect(await ask(handler, `/v1/datasets/table/limit/${limit}/offset/${offset}.json`)).toBe(expected);
          }
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test('to any limit, offset and category is that window of the list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('economy', 'governance'), { maxLength: 130 }),
        pageSizes,
        limits,
        fc.integer({ min: 0, max: 140 }),
        fc.constantFrom(null, 'economy', 'governance'),
        async (categories, sizes, limit, offset, category) => {
          fc.pre(category === null || categories.includes(category));
          const tables = categories.map((name, index) => ({
            ...tableOf(0, ['']),
            config: `t${String(index).padStart(3, '0')}`,
            category: name,
          }));
          const handler = createHandler(publishTables(tables, { prefix: '/', pageSizes: sizes }).read);
          const listed = tables.filter((table) => category === null || table.category === category);
          const filter = category === null ? '' : `category=${category}&`;
          const page = JSON.parse(await ask(handler, `/v1/datasets?${filter}limit=${limit}&offset=${offset}`));
          expect(page.metadata).toEqual({ resultset: { count: listed.length, offset, limit } });
          expect(page.results.map((entry: { config: string }) => entry.config)).toEqual(
            listed.slice(offset, offset + limit).map(({ config }) => config),
          );
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('leads by next to every record once, whatever the limit', async () => {
    await fc.assert(
      fc.asyncProperty(counts, pageSizes, limits, async (count, sizes, limit) => {
        const table = tableOf(count, ['']);
        const handler = createHandler(publishTables([table], { prefix: '/base/', pageSizes: sizes }).read);
        const texts: string[] = [];
        let pages = 0;
        for (let url: string | null = `/base/v1/datasets/table?limit=${limit}`; url !== null; pages += 1) {
          const { results, links }: { results: { text: string }[]; links: { next: string | null } } = JSON.parse(
            await ask(handler, url),
          );
          texts.push(...results.map((record) => record.text));
          url = links.next;
        }
        expect(texts).toEqual(table.texts);
        expect(pages).toBe(Math.max(1, Math.ceil(count / limit)));
      }),
      { numRuns: runs(40) },
    );
  });
});

test('a Request of the Web platform works', async () => {
  const handler = createHandler(publishTables([tableOf(3, ['x'])], { prefix: '/', pageSizes: [100] }).read);
  const response = await handler(new Request('https://edge.example/v1/datasets/table?limit=2'));
  expect(response?.status).toBe(200);
  expect(await response?.json()).toMatchObject({ results: [{ text: '0x' }, { text: '1x' }] });
});

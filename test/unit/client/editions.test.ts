import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EditionChanged } from '../../../src/client/errors.ts';
import type { Site } from '../../../src/contract/routes.ts';
import {
  type Answer,
  codeHost,
  type Files,
  openTable,
  PACKED,
  PAGES,
  published,
  staticHost,
  textsOf,
} from '../../support/client/host.ts';
import { runs } from '../../support/runs.ts';

interface Edition {
  files: Map<string, string>;
  texts: string[];
}

/** An edition with a digest of its records, as its list of downloads has one. */
function edition(count: number, salt: string, site: Site, digest: string): Edition {
  const texts = textsOf(count, salt);
  const files = published(texts, site);
  const index = JSON.parse(files.get('v1/index.json') as string);
  index.datasets[0].links.downloads = '/v1/datasets/table/downloads.json';
  files.set('v1/index.json', JSON.stringify(index));
  files.set('v1/datasets/table/downloads.json', JSON.stringify({ downloads: [{ sha256: digest.repeat(64) }] }));
  return { files, texts };
}

/** A host that has the files of downloads too. */
function withDownloads(host: Answer, files: Files): Answer {
  return (path) => (path.endsWith('/downloads.json') ? staticHost(files) : host)(path);
}

/** A host that publishes the second edition once it has answered some requests. */
function changingHost(host: (files: Files) => Answer, editions: readonly Files[], requests: number): Answer {
  const answers = editions.map((files) => host(files));
  let answered = 0;
  return (path) => {
    const answer = answers[answered < requests ? 0 : 1] as Answer;
    answered += 1;
    return answer(path);
  };
}

async function textsIn(rows: AsyncIterable<{ text?: unknown }>, into: unknown[]): Promise<void> {
  for await (const { text } of rows) into.push(text);
}

describe('if another edition is published while one is read', () => {
  const cases = [PAGES, PACKED].map((site, at) => [
    edition(at === 0 ? 420 : 4200, '', site, 'a'),
    // Only the digest tells this one apart.
    edition(at === 0 ? 420 : 4200, ' ', site, 'b'),
    edition(at === 0 ? 370 : 4150, '!', site, 'c'),
    edition(0, '', site, 'd'),
  ]);
  // The schema has the first values, which would tell them apart.
  for (const [first, second] of cases) {
    const schema = first?.files.get('v1/datasets/table/schema.json') as string;
    second?.files.set('v1/datasets/table/schema.json', schema);
  }

  test.each([
    ['of files', (files: Files) => staticHost(files)],
    ['with code', (files: Files) => withDownloads(codeHost(files), files)],
  ] as const)('on a host %s, the rows are never a mix of both', async (_, host) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1),
        fc.nat(3),
        fc.nat(3),
        fc.integer({ min: 0, max: 16 }),
        fc.boolean(),
        async (layout, from, to, requests, isArray) => {
          const [first, second] = [cases[layout]?.[from], cases[layout]?.[to]];
          if (!first || !second) throw new Error('there is no such edition');
          const table = await openTable(changingHost(host, [first.files, second.files], requests));
          const texts: unknown[] = [];
          try {
            if (isArray) texts.push(...(await table.toArray()).map(({ text }) => text));
            else await textsIn(table.rows(), texts);
          } catch (error) {
            expect(error).toBeInstanceOf(EditionChanged);
            expect(isArray).toBe(false);
            expect(texts.length).toBeLessThan(first.texts.length);
            return;
          }
          const isFirst = texts.join() === first.texts.join();
          // A comparison of arrays this long takes longer than all the rest.
          expect(isFirst || texts.join() === second.texts.join()).toBe(true);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});

describe('if the last digest is another one', () => {
  const [first, second] = ['a', 'b'].map((digest) => edition(420, digest, PAGES, digest)) as [Edition, Edition];
  // The index, two files that tell editions apart, the first page; the rest of the first edition is never read.
  const host = (): Answer => changingHost(staticHost, [first.files, second.files], 4);

  test('an array has the records of the second edition', async () => {
    const rows = await (await openTable(host())).toArray();
    expect(rows.map(({ text }) => text)).toEqual(second.texts);
  });

  test('a reader of single records gets an error', async () => {
    const texts: unknown[] = [];
    await expect(textsIn((await openTable(host())).rows(), texts)).rejects.toBeInstanceOf(EditionChanged);
    expect(texts.length).toBeLessThan(420);
  });

  test('a reader that has no record yet gets those of the second edition', async () => {
    const texts: unknown[] = [];
    await textsIn((await openTable(changingHost(staticHost, [first.files, second.files], 2))).rows(), texts);
    expect(texts.slice(0, 2)).toEqual(second.texts.slice(0, 2));
  });
});

describe('without downloads', () => {
  const [first, second] = [published(textsOf(300), PAGES), published(textsOf(300, ' '), PAGES)];
  second.set('v1/datasets/table/schema.json', first.get('v1/datasets/table/schema.json') as string);

  test('the time of the schema tells editions apart', async () => {
    const hosts = ['Sat, 21 Nov 2026 10:00:00 GMT', 'Sun, 22 Nov 2026 10:00:00 GMT'];
    const answers = [first, second].map((files, at) => staticHost(files, { modified: hosts[at] as string }));
    let pages = 0;
    const table = await openTable((path) => {
      if (path.includes('offset')) pages += 1;
      return (answers[pages < 2 ? 0 : 1] as Answer)(path);
    });
    await expect(textsIn(table.rows(), [])).rejects.toBeInstanceOf(EditionChanged);
  });

  test('what pages say about the dataset does too', async () => {
    const other = published(textsOf(300), PAGES, 'Other texts.');
    const table = await openTable((path) => staticHost(path.includes('offset/200') ? other : first)(path));
    await expect(table.toArray()).rejects.toMatchObject({ name: 'EditionChanged', type: 'edition-changed' });
  });
});

test('an edition with other columns is another one', async () => {
  const files = published(textsOf(300), PAGES);
  const page = files.get('v1/datasets/table/limit/100/offset/200.json') as string;
  files.set('v1/datasets/table/limit/100/offset/200.json', page.replaceAll('"text":', '"texts":'));
  const rows: unknown[] = [];
  await expect(textsIn((await openTable(staticHost(files))).rows(), rows)).rejects.toBeInstanceOf(EditionChanged);
  expect(rows).toEqual(textsOf(200));
});

test('a layout that has changed since the catalogue was opened is found', async () => {
  const [pages, packed] = [PAGES, PACKED].map((site): Files => published(textsOf(4200), site)) as [Files, Files];
  let files = pages;
  const table = await openTable((path) => staticHost(files)(path));
  files = packed;
  expect((await table.toArray({ offset: 4000 })).map(({ text }) => text)).toEqual(textsOf(4200).slice(4000));
});

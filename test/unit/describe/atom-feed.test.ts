import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EditionChange } from '../../../src/contract/documents.ts';
import { atomFeeds } from '../../../src/describe/atom-feed.ts';
import { readAtom } from '../../support/readers/atom.ts';

const NO_CHANGES = {
  rows: { before: 60, now: 60, added: 0, removed: 0, changed: null, key: null },
  columns: { added: [], removed: [], renamed: [] },
  types: [],
  bounds: [],
};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A change of 26 rows that were added, unless its members say otherwise. */
function changeOf(config: string, given: Partial<EditionChange> = {}): EditionChange {
  const rows = { ...NO_CHANGES.rows, now: 86, added: 26 };
  const change = { ...NO_CHANGES, config, name: `Title of ${config}`, change: 'changed', date: null, rows, ...given };
  return { id: digest(JSON.stringify(change)).slice(0, 20), ...change } as EditionChange;
}

const CATALOGUE = { title: 'Open data', publisher: 'The office', language: 'en' };
const DATASETS = [
  { config: 'rents', name: 'Rents', formerly: ['rent-index'] },
  { config: 'wages', name: 'Wages', formerly: [] },
];
const SITE = { prefix: 'https://data.example/' };

/** Newest first. */
const HISTORY = [
  changeOf('rents', { date: '2026-10' }),
  changeOf('prices', { name: 'Prices', change: 'removed', rows: { ...NO_CHANGES.rows, now: 0, removed: 60 } }),
  changeOf('rents', { formerly: 'rent-index', rows: NO_CHANGES.rows }),
  changeOf('rent-index', {
    date: '2025-03-02',
    columns: { added: ['Canton'], removed: [], renamed: [{ from: 'Rate', to: 'Unemployment rate' }] },
    bounds: [{ column: 'Unemployment rate', from: [1, 8.2], to: [1, 9.3] }],
  }),
  changeOf('prices', { name: 'Prices', change: 'added', date: '2024', rows: { ...NO_CHANGES.rows, added: 60 } }),
  changeOf('wages', { name: 'Wages', change: 'added', rows: { ...NO_CHANGES.rows, added: 60 } }),
];

/** The feeds of a history, read strictly. */
function feedsOf(changes: readonly EditionChange[], catalogue = CATALOGUE, site = SITE, datasets = DATASETS) {
  const feeds = atomFeeds(catalogue, datasets, { since: null, changes }, site, digest);
  return new Map([...feeds].map(([path, xml]) => [path, readAtom(xml)]));
}

describe('feeds', () => {
  test('of a small history are as pinned', async () => {
    const feeds = atomFeeds(CATALOGUE, DATASETS, { since: null, changes: HISTORY }, SITE, digest);
    expect([...feeds.keys()]).toEqual(['feed.xml', 'feeds/rents.xml', 'feeds/rent-index.xml', 'feeds/wages.xml']);
    await expect(feeds.get('feed.xml')).toMatchFileSnapshot('feed.xml');
  });

  test('of a dataset have its changes, also those under former names, and lead to its page', () => {
    const feeds = feedsOf(HISTORY);
    const all = feeds.get('feed.xml')?.entries ?? [];
    expect(feeds.get('feeds/rents.xml')?.entries).toEqual([0, 2, 3].map((at) => all[at]));
    expect(feeds.get('feeds/rents.xml')?.links.self).toBe('https://data.example/feeds/rents.xml');
    expect(feeds.get('feeds/rent-index.xml')).toEqual(feeds.get('feeds/rents.xml'));
    expect(feeds.get('feeds/wages.xml')?.entries).toEqual([all[5]]);
    expect(all.map(({ page }) => page.slice(SITE.prefix.length))).toEqual([
      ...['datasets/rents/', '', 'datasets/rents/', 'datasets/rents/', '', 'datasets/wages/'],
    ]);
  });

  test('state the first day of the date that is stated, or the latest one before, and never the time of the build', () => {
    const { updated, entries } = feedsOf(HISTORY).get('feed.xml') ?? {};
    const days = ['2026-10-01', '2025-03-02', '2025-03-02', '2025-03-02', '2024-01-01', '1970-01-01'];
    expect(entries?.map((entry) => entry.updated)).toEqual(days.map((day) => `${day}T00:00:00Z`));
    expect(updated).toBe('2026-10-01T00:00:00Z');
    expect(feedsOf([]).get('feed.xml')).toMatchObject({ updated: '1970-01-01T00:00:00Z', entries: [] });
  });

  test('keep the identifiers of entries if the site moves, gets an address, or another title', () => {
    const ids = [['https://data.example/'], ['/data/'], ['/', 'Other']].map(([prefix = '', title = 'Open data']) => {
      const { id, links, entries } = feedsOf(HISTORY, { ...CATALOGUE, title }, { prefix }).get('feed.xml') ?? {};
      return { id, self: links?.self, entries: entries?.map((entry) => entry.id) };
    });
    expect(ids.map(({ entries }) => entries)).toEqual(Array(3).fill(ids[0]?.entries));
    expect(ids.map(({ self }) => self)).toEqual(['https://data.example/feed.xml', '/data/feed.xml', '/feed.xml']);
    expect(ids[0]?.id).toBe('https://data.example/feed.xml');
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
  });

  test('are in the language of the catalogue, and by it if nobody publishes it', () => {
    const catalogue = { title: 'Daten', publisher: null, language: 'de-CH' };
    const { language, author, entries } = feedsOf(HISTORY, catalogue as never).get('feed.xml') ?? {};
    expect([language, author, entries?.[0]?.title]).toEqual([
      'de-CH',
      'Daten',
      'Title of rents: 26 Zeilen hinzugefügt',
    ]);
  });
});

/** Text with what breaks XML: markup, ends of CDATA sections, control characters, noncharacters and halves of surrogate pairs. */
const HOSTILE = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ']]>',
        '<',
        '&',
        '&amp;',
        '"',
        "'",
        '<!--',
        '\0',
        '\x1b',
        '\x85',
        '\ufffe',
        '\ud83d',
        '\ude00',
        '😀',
        '\t',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** What a reader of XML sees of a text: characters that XML cannot contain are replaced, and ends of lines are line feeds. */
function seen(text: string): string {
  const characters = text.toWellFormed().replace(/\r\n?/g, '\n');
  return [...characters]
    .map((it) => ((/\p{Cc}/u.test(it) && !/[\t\n]/.test(it)) || /[\ufffe\uffff]/.test(it) ? '\ufffd' : it))
    .join('');
}

test('feeds of any texts are valid, and readers see the texts themselves', () => {
  fc.assert(
    fc.property(HOSTILE, HOSTILE, HOSTILE, fc.constantFrom('en', 'de', 'fr', 'es'), (title, name, column, language) => {
      const columns = { added: [column], removed: [], renamed: [] };
      const changes = [changeOf('wages', { name, columns, rows: NO_CHANGES.rows }), changeOf('rents', { name })];
      const datasets = [{ config: 'wages', name, formerly: [] }];
      const feeds = feedsOf(changes, { title, publisher: name, language }, { prefix: '/' }, datasets);
      const feed = feeds.get('feed.xml');
      const [entry] = feed?.entries ?? [];
      expect([feed?.title, feed?.author]).toEqual([seen(title), seen(name)]);
      expect(entry?.title.startsWith(seen(name))).toBe(true);
      expect(entry?.summary.endsWith(`${seen(column)}.`)).toBe(true);
      expect(feeds.get('feeds/wages.xml')).toMatchObject({ title: `${seen(name)} – ${seen(title)}` });
    }),
  );
});

import type { ChangesDocument, EditionChange } from '../contract/documents.ts';
import { escapeXml } from '../contract/escape-xml.ts';
import { FEED_MEDIA_TYPE } from '../contract/headers.ts';
import { byEveryName, DATASET_PAGES, datasetFeed, FEED_FILE, type Site } from '../contract/routes.ts';
import type { Catalogue, ListedDataset } from '../model.ts';
import { describeEdition } from '../texts/describe-edition.ts';
import { fill } from '../texts/fill-text.ts';
import { formatsFor } from '../texts/formats.ts';
import { textsFor } from '../texts/texts.ts';

/**
 * The feeds of a catalogue (Atom, RFC 4287), by path: `FEED_FILE` has all changes, and `datasetFeed` those of one dataset, with those under
 * its former names, in the order of `changes`. Readers who know the feed by a former name of the dataset find it there too. Identifiers of
 * entries are made of those of the changes, so they stay if the site moves. A feed is identified by its URL or, if the site has none, by a
 * digest of the catalogue’s title and the feed’s path. `digest` returns at least 20 hexadecimal digits for a text.
 */
export function atomFeeds(
  { title, publisher, language }: Pick<Catalogue, 'title' | 'publisher' | 'language'>,
  datasets: readonly Pick<ListedDataset, 'config' | 'name' | 'formerly'>[],
  { changes }: ChangesDocument,
  { prefix }: Pick<Site, 'prefix'>,
  digest: (text: string) => string,
): Map<string, string> {
  const words = { texts: textsFor(language), formats: formatsFor(language) };
  const present = byEveryName(datasets);
  const pageOf = (config: string | undefined) =>
    config === undefined ? prefix : `${prefix}${DATASET_PAGES}/${config}/`;
  const dates = datesOf(changes);
  const entries = changes.map((change, at) => {
    /** Undefined if the dataset is not published any more. */
    const config = present.get(change.config)?.config;
    const updated = `${dates[at]}T00:00:00Z`;
    const { headline, text } = describeEdition(change, words);
    const lines = [
      element('id', uuid(change.id)),
      element('title', fill(words.texts.changes.subject, { dataset: change.name, change: headline })),
      element('updated', updated),
      link('alternate', 'text/html', pageOf(config)),
      element('summary', text),
    ];
    return { config, updated, xml: `<entry>\n${lines.join('\n')}\n</entry>` };
  });
  const isAbsolute = /^https?:/.test(prefix);
  const feed = (path: string, name: string, page: string, shown: typeof entries): string => {
    const lines = [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">`,
      element('id', isAbsolute ? prefix + path : uuid(digest(`${title}\n${prefix}${path}`))),
      element('title', name),
      element('subtitle', words.texts.changes.latest),
      element('updated', shown.map(({ updated }) => updated).reduce(later, `${EPOCH}T00:00:00Z`)),
      `<author>${element('name', publisher ?? title)}</author>`,
      link('self', FEED_MEDIA_TYPE, prefix + path),
      link('alternate', 'text/html', page),
      ...shown.map(({ xml }) => xml),
      '</feed>',
    ];
    return `${lines.join('\n')}\n`;
  };
  const byConfig = Map.groupBy(entries, ({ config }) => config);
  const ofDatasets = datasets.flatMap(({ config, name, formerly }) => {
    const xml = feed(datasetFeed(config), `${name} – ${title}`, pageOf(config), byConfig.get(config) ?? []);
    return [config, ...formerly].map((it) => [datasetFeed(it), xml] as const);
  });
  return new Map([[FEED_FILE, feed(FEED_FILE, title, prefix, entries)], ...ofDatasets]);
}

/** Stands for an unknown date. The time of the build would make different feeds of the same data. */
const EPOCH = '1970-01-01';

/**
 * Days of changes: of the date that the publisher states, the first day. A change without a date has the latest of those before it.
 */
function datesOf(changes: readonly EditionChange[]): string[] {
  let latest = EPOCH;
  const oldestFirst = changes.toReversed().map(({ date }) => {
    if (date === null) return latest;
    const day = `${date}-01-01`.slice(0, EPOCH.length);
    latest = later(latest, day);
    return day;
  });
  return oldestFirst.reverse();
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** A UUID of version 8 (RFC 9562, section 5.8), as a URN, of the first 20 of some hexadecimal digits. */
function uuid(digits: string): string {
  const [, one, two, three, four, five] = /^(.{8})(.{4})(.{3})(.{3})(.{2})/.exec(digits) ?? [];
  return `urn:uuid:${one}-${two}-8${three}-8${four}-${five}0000000000`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function link(rel: string, type: string, href: string): string {
  return `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;
}

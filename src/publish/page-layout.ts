/*
 * How a page is laid out as text. A page has one record a line, and what stands around them has lines of its own, so
 * that code which answers an arbitrary limit and offset cuts and joins lines and never parses a record. JSON allows no
 * line break inside a string (RFC 8259, section 7), so a line that looks like one of these is one of these.
 */

import type { PageLinks, Window } from './routes.ts';

/** A page's text in parts. */
export interface PageParts {
  /** Members in front of the metadata, each a line with its comma: the dataset's source, description, … */
  head: string;
  /** Records of the whole collection. */
  count: number;
  links: PageLinks;
  /** JSON of each record of the page, without line breaks. */
  records: readonly string[];
}

const OPEN = '{\n';
const METADATA = '"metadata": ';
const LINKS = '"links": ';
const RESULTS = '"results": [\n';
/** What stands behind a page's last record, and its line break. */
export const CLOSE = ']\n}\n';

/** One member of a page's head, as a line. */
export function headLine(name: string, value: string): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
}

/** Text of a page. */
export function joinPage({ records, ...around }: PageParts, window: Window): string {
  const lines = records.length === 0 ? '' : `${records.join(',\n')}\n`;
  return `${openPage(around, window)}${lines}${CLOSE}`;
}

/** Text of a page up to its first record; the records follow, each a line, with commas between them, and then what closes a page. */
export function openPage({ head, count, links }: Omit<PageParts, 'records'>, { limit, offset }: Window): string {
  const metadata = { resultset: { count, offset, limit } };
  return `${OPEN}${head}${METADATA}${JSON.stringify(metadata)},\n${LINKS}${JSON.stringify(links)},\n${RESULTS}`;
}

/** Parts of a page's text as `joinPage` made it; throws when it is not. */
export function splitPage(text: string): PageParts {
  const metadataAt = text.startsWith(OPEN + METADATA) ? OPEN.length : text.indexOf(`\n${METADATA}`) + 1;
  const linksAt = text.indexOf(`\n${LINKS}`, metadataAt) + 1;
  const resultsAt = text.indexOf(`\n${RESULTS}`, linksAt) + 1;
  if (metadataAt === 0 || linksAt === 0 || resultsAt === 0 || !text.endsWith(CLOSE)) {
    throw new Error('a published page is not laid out as it was written');
  }
  const metadata = JSON.parse(text.slice(metadataAt + METADATA.length, linksAt - 2)) as {
    resultset: { count: number };
  };
  const lines = text.slice(resultsAt + RESULTS.length, -CLOSE.length);
  return {
    head: text.slice(OPEN.length, metadataAt),
    count: metadata.resultset.count,
    links: JSON.parse(text.slice(linksAt + LINKS.length, resultsAt - 2)) as PageLinks,
    records: lines === '' ? [] : lines.slice(0, -1).split(',\n'),
  };
}

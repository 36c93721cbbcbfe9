import type { ReadDataset, Row } from './read-datasets.ts';

const LIMIT = 100;

/** A page of records as JSON. */
export interface Page {
  source: string;
  description: string;
  url: string;
  category: string;
  metadata: { resultset: { count: number; offset: number; limit: number } };
  links: { self: string; first: string; prev: string | null; next: string | null; last: string };
  results: readonly Row[];
}

/** Paths and contents of a dataset's pages. The first page has two paths. */
export function* pagesOf(dataset: ReadDataset): Generator<{ path: string; page: Page }, void, undefined> {
  const { config, rows } = dataset;
  yield { path: `v1/datasets/${config}.json`, page: pageAt(dataset, 0) };
  for (let offset = 0; offset <= rows.length; offset += LIMIT) {
    yield { path: `v1/datasets/${config}/limit/${LIMIT}/offset/${offset}.json`, page: pageAt(dataset, offset) };
  }
}

function pageAt({ config, source, description, url, category, rows }: ReadDataset, offset: number): Page {
  const results = rows.slice(offset, offset + LIMIT);
  const metadata = { resultset: { count: rows.length, offset, limit: LIMIT } };
  return { source, description, url, category, metadata, links: linksOf(config, rows.length, offset), results };
}

/** Links of a page to its neighbours. */
export function linksOf(config: string, count: number, offset: number): Page['links'] {
  const first = `/v1/datasets/${config}.json`;
  const to = (at: number): string => (at === 0 ? first : `/v1/datasets/${config}/limit/${LIMIT}/offset/${at}.json`);
  const last = count === 0 ? 0 : Math.floor((count - 1) / LIMIT) * LIMIT;
  return {
    self: to(offset),
    first,
    prev: offset === 0 ? null : to(offset - LIMIT),
    next: offset + LIMIT < count ? to(offset + LIMIT) : null,
    last: to(last),
  };
}

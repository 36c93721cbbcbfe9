import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Papa from 'papaparse';

const LIMIT = 100;

export type Row = Readonly<Record<string, string | number | null>>;

/** A dataset that has been read into memory. */
export interface ReadDataset {
  config: string;
  category: string;
  source: string;
  description: string;
  url: string;
  rows: Row[];
}

/** Reads all datasets with Papa Parse, which takes column names from the header row and converts cells that look like numbers. */
export function readDatasets(rawData: string): ReadDataset[] {
  return globSync('*/*.csv', { cwd: rawData }).map((file) => {
    const path = join(rawData, file);
    const { source, description, url } = JSON.parse(readFileSync(path.replace(/\.csv$/, '.meta.json'), 'utf8'));
    const { data } = Papa.parse<Row>(readFileSync(path, 'utf8'), {
      header: true,
      dynamicTyping: true,
      skipEmptyLines: true,
    });
    return { config: basename(file, '.csv'), category: dirname(file), source, description, url, rows: data };
  });
}

/** Paths and contents of a dataset's pages. The first page has two paths. */
export function* pagesOf(dataset: ReadDataset): Generator<{ path: string; page: object }, void, undefined> {
  const { config, rows } = dataset;
  yield { path: `v1/datasets/${config}.json`, page: pageAt(dataset, 0) };
  for (let offset = 0; offset <= rows.length; offset += LIMIT) {
    yield { path: `v1/datasets/${config}/limit/${LIMIT}/offset/${offset}.json`, page: pageAt(dataset, offset) };
  }
}

function pageAt({ config, source, description, url, category, rows }: ReadDataset, offset: number): object {
  const results = rows.slice(offset, offset + LIMIT);
  const metadata = { resultset: { count: rows.length, offset, limit: LIMIT } };
  return { source, description, url, category, metadata, links: linksOf(config, rows.length, offset), results };
}

/** Links from a page to itself, its neighbours, and the first and last pages. */
export function linksOf(config: string, count: number, offset: number): Readonly<Record<string, string | null>> {
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

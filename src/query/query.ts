/* The public API of queries: the exports of `/almanac-query.js` and `almanac/query`. */

import { AlmanacError, EditionChanged } from '../client/errors.ts';
import { LocalTable, type Table, type TableOptions } from './table.ts';
import { isWorker, openInWorker, serveTables } from './worker.ts';

export type { Table };
export { AlmanacError, EditionChanged };

/**
 * Opens the dataset that a URL belongs to, to ask it questions: its page, or any of its files. In browsers, the URL may be relative, and a
 * worker reads and computes, unless `fetch` is given or the page may not start one. Rejects if the dataset is not published as Parquet.
 */
export async function openTable(url: string | URL, options: TableOptions = {}): Promise<Table> {
  const worker = options.fetch ? null : await openInWorker(new URL(url, globalThis.location?.href).href, options);
  return worker ?? LocalTable.open(url, options);
}

if (isWorker()) serveTables();

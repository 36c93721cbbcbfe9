/* The public API of queries: the exports of `/almanac-query.js` and `almanac/query`. */

import { AlmanacError, EditionChanged } from '../client/errors.ts';
import { Table, type TableOptions } from './table.ts';

export { AlmanacError, EditionChanged, Table };

/** Opens the dataset that a URL belongs to, to ask it questions. In browsers, the URL may be relative. */
export function openTable(url: string | URL, options?: TableOptions): Promise<Table> {
  return Table.open(url, options);
}

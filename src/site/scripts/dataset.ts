/*
 * Starts a dataset's page, or the API reference, after it has been painted: puts the real host address into the examples, enables the
 * copy buttons and, if the page has them, loads the column filter and the row browser.
 */

import { enableCopying } from './copy.ts';
import { showOwnAddress } from './own-address.ts';

requestAnimationFrame(() => setTimeout(start));

async function start(): Promise<void> {
  showOwnAddress();
  const { copied = '', copyFailed = '' } = document.querySelector<HTMLElement>('[data-copied]')?.dataset ?? {};
  enableCopying({ copied, copyFailed });
  const filter = document.querySelector<HTMLElement>('.column-filter');
  if (filter) (await import('./filter-columns.ts')).filterColumns(filter);
  const rows = document.querySelector<HTMLElement>('[data-rows]');
  if (rows) (await import('./rows/browse-rows.ts')).browseRows(rows);
}

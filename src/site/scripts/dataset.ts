/*
 * Loads the other scripts of a dataset's page, or of the API reference, after the page has been painted. They put the real host address
 * into the examples, enable the copy buttons and, if the page has them, start the column filter and the row browser.
 */

requestAnimationFrame(() => setTimeout(start));

async function start(): Promise<void> {
  (await import('./own-address.ts')).showOwnAddress();
  const { enableCopying } = await import('./copy.ts');
  const { copied = '', copyFailed = '' } = document.querySelector<HTMLElement>('[data-copied]')?.dataset ?? {};
  enableCopying(document, { copied, copyFailed });
  const filter = document.querySelector<HTMLElement>('.column-filter');
  if (filter) (await import('./filter-columns.ts')).filterColumns(filter);
  const rows = document.querySelector<HTMLElement>('[data-rows]');
  if (rows) (await import('./rows/browse-rows.ts')).browseRows(rows);
}

/*
 * Scripts of a dataset's page: the host's address, copy buttons, the column filter and the row browser. They are fetched after the page has
 * been painted; the filter and the row browser only if the page has them.
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

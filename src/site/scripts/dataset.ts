/*
 * The scripts of a dataset's page: browse its rows, filter its columns, copy, show the host's address. Each part is fetched after the page
 * has been painted, and only if the page uses it.
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

import { element } from '../element.ts';

/** Lets the browser save a CSV file. */
export function saveCsv(name: string, csv: string): void {
  const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  element('a', { href, download: name }).click();
  // Browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

import { downloadFormat, keyLengthsOf } from './download-writer.ts';

/**
 * CSV (RFC 4180) in UTF-8 with a header row. Numbers are written as in the JSON. Nulls are empty cells, quoted in files with one column;
 * empty strings are quoted. Cells that a spreadsheet would interpret as formulas are not escaped.
 */
export const CSV = downloadFormat('csv', ({ columns }, kernel) => {
  const keys = kernel.allocate(columns.length * Uint32Array.BYTES_PER_ELEMENT);
  new Uint32Array(kernel.bytes.buffer, keys).set(keyLengthsOf(columns));
  return {
    head: Buffer.from(`${columns.map(({ name }) => headerCell(name)).join(',')}\r\n`),
    moreBytes: 2,
    convert: ({ start, count }, to) => kernel.call.toCsv(start, count, keys, columns.length, to),
  };
});

/** Quotes a column name if it is empty, or contains quotes, commas, line breaks, or surrounding whitespace that some readers strip. */
function headerCell(name: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}

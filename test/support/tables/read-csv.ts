/*
 * A reader of CSV for tests alone: it shares nothing with the one under test, so that the same mistake is not made twice.
 */

/** Records of a sound CSV text (RFC 4180, comma, any one kind of line ending); the header is the first. */
export function readCsv(text: string): string[][] {
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  const records: string[][] = [];
  let record: string[] = [];
  while (cell.lastIndex < text.length || record.length > 0) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell at character ${at}: ${text.slice(at, at + 40)}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== ',') {
      records.push(record);
      record = [];
    }
    if (found[3] === '') break;
  }
  return records;
}

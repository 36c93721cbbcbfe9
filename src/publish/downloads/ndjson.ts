import type { EncodedRecords } from '../records/record-writer.ts';
import { downloadFormat } from './download-writer.ts';

const LINE_FEED = 0x0a;

/** Newline-delimited JSON (https://github.com/ndjson/ndjson-spec): one record per line, encoded as on the record pages. */
export const NDJSON = downloadFormat('ndjson', () => ({ head: new Uint8Array(0), moreBytes: 1, convert }));

/** Removes the comma after each record. Line feeds mark the ends of records, since JSON escapes line feeds inside strings. */
function convert({ bytes, start, end, count }: EncodedRecords, to: Buffer, at: number): number {
  let [from, length] = [start, at];
  for (let left = count; left > 1; left -= 1) {
    const lineFeed = bytes.indexOf(LINE_FEED, from);
    length += bytes.copy(to, length, from, lineFeed - 1);
    to[length] = LINE_FEED;
    length += 1;
    from = lineFeed + 1;
  }
  length += bytes.copy(to, length, from, end);
  to[length] = LINE_FEED;
  return length + 1;
}

import { downloadFormat } from './download-writer.ts';

/** Newline-delimited JSON (https://github.com/ndjson/ndjson-spec): one record per line, encoded as on the record pages. */
export const NDJSON = downloadFormat('ndjson', (_, kernel) => ({
  head: new Uint8Array(0),
  moreBytes: 1,
  convert: ({ start, end }, to) => kernel.call.toLines(start, end, to),
}));

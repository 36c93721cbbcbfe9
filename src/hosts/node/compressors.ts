import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Bytes } from '../../serve/body.ts';
import type { Compressors } from '../../serve/published-version.ts';
import { createSlots } from './slots.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Compressing a page takes 15 ms less with quality 4 than with quality 11, but the output is a fifth larger. */
const BROTLI_QUALITY = 4;

/** The content codings of a server on Node, in order of preference. */
export const nodeCompressors: Compressors = {
  br: (bytes) => inTurn(() => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
  gzip: (bytes) => inTurn(() => compressGzip(bytes)),
};

/** Maximum number of contents to compress at the same time. Node does so on four threads by default, and Brotli takes 5 MB for each. */
const MAX_AT_ONCE = 4;
const slots = createSlots(MAX_AT_ONCE);

async function inTurn(compress: () => Promise<Buffer>): Promise<Bytes> {
  await slots.take(1);
  try {
    return new Uint8Array(await compress());
  } finally {
    slots.give(1);
  }
}

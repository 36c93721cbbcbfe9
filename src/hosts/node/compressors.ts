import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Compressors } from '../../serve/published-version.ts';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Compressing a page takes 15 ms less with quality 4 than with quality 11, but the output is a fifth larger. */
const BROTLI_QUALITY = 4;

/** The content codings of a server on Node, in order of preference. */
export const nodeCompressors: Compressors = {
  br: async (bytes) =>
    new Uint8Array(await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
  gzip: async (bytes) => new Uint8Array(await compressGzip(bytes)),
};

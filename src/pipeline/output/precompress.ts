import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  COMPRESSED_ENDINGS,
  DOWNLOADS,
  isChunkFile,
  MAX_IN_MEMORY,
  SMALLEST_COMPRESSED,
} from '../../contract/routes.ts';
import { explainingWriteErrors } from './write-errors.ts';

/** Text files, which are worth compressing. Raster images and fonts are already compressed. */
const TEXT = /\.(?:json|html|css|js|svg|xml|txt)$/;
const TEXT_DOWNLOADS: ReadonlySet<string> = new Set(
  Object.values(DOWNLOADS).flatMap(({ name, mediaType }) => (/^text\/|json/.test(mediaType) ? name : [])),
);

/** Brotli quality for large files. Compressing downloads of many megabytes with the best quality would take minutes. */
const QUALITY_OF_LARGE = 9;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes two compressed copies, `.br` and `.gz`, next to each text file of at least `SMALLEST_COMPRESSED` bytes in a published folder.
 * Chunks stay uncompressed, since hosts that run code never send them. Throws a `ProblemError` if the system refuses to write.
 */
export async function precompress(folder: string) {
  /** Number of compressed files, and their total size in bytes before and after compression. */
  const sum = { files: 0, bytes: 0, brotliBytes: 0, gzipBytes: 0 };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && (TEXT.test(it.name) || TEXT_DOWNLOADS.has(it.name)))
    .map((it) => join(it.parentPath, it.name))
    .filter((file) => !isChunkFile(relative(folder, file).split(sep).join('/')));
  const compressOne = async (file: string): Promise<void> => {
    const bytes = readFileSync(file);
    if (bytes.length < SMALLEST_COMPRESSED) return;
    const quality = bytes.length > MAX_IN_MEMORY ? QUALITY_OF_LARGE : constants.BROTLI_MAX_QUALITY;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_QUALITY]: quality };
    // Both run in Node's thread pool.
    const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
    const copies = { [COMPRESSED_ENDINGS.br]: br, [COMPRESSED_ENDINGS.gzip]: gz };
    for (const [ending, copy] of Object.entries(copies)) {
      explainingWriteErrors(file + ending, () => writeFileSync(file + ending, copy, { flag: 'wx' }));
    }
    sum.files += 1;
    sum.bytes += bytes.length;
    sum.brotliBytes += br.length;
    sum.gzipBytes += gz.length;
  };
  const compressNext = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await compressOne(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
  return sum;
}

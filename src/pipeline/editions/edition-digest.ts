import type { Source } from '../../model.ts';
import { readChunks, sha256 } from '../files/file-digest.ts';
import { encodeMaps } from '../incremental/build-manifest.ts';

/**
 * Digest of an edition that has not been published: SHA-256 in hexadecimal, of its data file and of how the columns are described and read.
 * Throws an error if the file cannot be read.
 */
export function editionDigest({ path, columns, format }: Pick<Source, 'path' | 'columns' | 'format'>): string {
  const hash = sha256();
  readChunks(path, (chunk) => hash.update(chunk));
  return hash.update(encodeMaps([columns, format])).digest('hex');
}

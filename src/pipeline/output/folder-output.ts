import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_FILE } from '../../contract/routes.ts';
import type { ListingOutput, WrittenFile } from '../../model.ts';
import { digestOf, shortDigest } from '../files/file-digest.ts';
import { timeOf } from '../files/file-stats.ts';
import { joinPartFiles, openPart } from './file-parts.ts';
import { linkIfSame } from './link-files.ts';
import { explainingWriteErrors } from './write-errors.ts';
import { ZLIB } from './zlib.ts';

/**
 * Creates an output that writes to a folder. Subfolders are created as needed, and no existing file is overwritten. A file that has the
 * same bytes in the published folder `previous` may be linked from there. Throws a `ProblemError` if the system refuses to write.
 */
export function folderOutput(folder: string, previous: string | null = null): Required<ListingOutput> {
  const whole = join(folder, '/');
  const made = new Set<string>();
  const written: WrittenFile[] = [];
  const makeParent = (path: string): void => {
    // Paths within an output use `/` on every system.
    const parent = path.slice(0, path.lastIndexOf('/') + 1);
    if (!made.has(parent)) mkdirSync(`${whole}${parent}`, { recursive: true });
    made.add(parent);
  };
  const record = (path: string, digest: string): WrittenFile => {
    const stats = lstatSync(`${whole}${path}`);
    const file = { path, bytes: stats.size, modified: timeOf(stats), digest };
    written.push(file);
    return file;
  };
  return {
    folder,
    previous,
    written,
    write(path, body) {
      const target = `${whole}${path}`;
      const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
      explainingWriteErrors(target, () => {
        makeParent(path);
        // A server detects a new build by its index file, so the index must be a new file even if its bytes are the same.
        const isLinked = previous !== null && path !== INDEX_FILE && linkIfSame(join(previous, path), target, bytes);
        if (!isLinked) writeFileSync(target, bytes, { flag: 'wx' });
      });
      record(path, digestOf(bytes));
    },
    part(path, number) {
      const target = `${whole}${path}`;
      explainingWriteErrors(target, () => makeParent(path));
      return openPart(target, number);
    },
    joinParts(path, count, endOf) {
      const joined = joinPartFiles(`${whole}${path}`, count, endOf);
      record(path, shortDigest(Buffer.from(joined.sha256, 'hex')));
      return joined;
    },
    zlib: ZLIB,
  };
}

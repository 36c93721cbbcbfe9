import { closeSync, existsSync, lstatSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_FILE } from '../../contract/routes.ts';
import type { ListingOutput, WrittenFile } from '../../model.ts';
import { appendWithDigest, digestOf } from '../files/file-digest.ts';
import { timeOf } from '../files/file-stats.ts';
import { retryRename } from '../files/retry-rename.ts';
import { linkIfSame } from './link-files.ts';
import { explainingWriteErrors } from './write-errors.ts';
import { ZLIB } from './zlib.ts';

/**
 * Creates an output that writes to a folder. Subfolders are created as needed, and no existing file is overwritten. A file that has the
 * same bytes in the published folder `previous` may be linked from there. Each part of a long file is a separate file next to the final one
 * until the parts are joined. Throws a `ProblemError` if the system refuses to write.
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
  const record = (path: string, digest: string): void => {
    const stats = lstatSync(`${whole}${path}`);
    written.push({ path, bytes: stats.size, modified: timeOf(stats), digest });
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
      const part = partOf(`${whole}${path}`, number);
      if (existsSync(part)) throw new Error(`${part} has already been written`);
      // A part is renamed to its final name only when it is complete.
      const open = `${part}.open`;
      const descriptor = explainingWriteErrors(open, () => {
        makeParent(path);
        return openSync(open, 'wx');
      });
      return {
        write: (bytes) => explainingWriteErrors(open, () => writeFileSync(descriptor, bytes)),
        end: () =>
          explainingWriteErrors(open, () => {
            closeSync(descriptor);
            retryRename(() => renameSync(open, part));
          }),
      };
    },
    joinParts(path, count, endOf) {
      const target = `${whole}${path}`;
      const [first, ...others] = Array.from({ length: count }, (_, number) => partOf(target, number)) as [string];
      const missing = [first, ...others].find((part) => !existsSync(part));
      if (missing !== undefined) throw new Error(`${missing} is missing`);
      if (existsSync(target)) throw new Error(`${target} has already been written`);
      const joined = explainingWriteErrors(target, () => {
        const file = appendWithDigest(others, first, { endOf });
        for (const part of others) rmSync(part);
        retryRename(() => renameSync(first, target));
        return file;
      });
      record(path, joined.sha256);
      return joined;
    },
    zlib: ZLIB,
  };
}

function partOf(target: string, number: number): string {
  return `${target}.part-${number}`;
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INDEX_FILE } from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { linkIfSame } from './link-files.ts';
import { explainingWriteErrors } from './write-errors.ts';

/** Counts of what was written. */
export interface Written {
  files: number;
  bytes: number;
}

/** An output into a folder of the file system, which counts what is written to it. */
export interface FolderOutput extends Output {
  folder: string;
  /** Published folder, of files that are not written again where they are the same; null for none. */
  former: string | null;
  written: Written;
}

/**
 * Makes an output into a folder. Folders are made as they are needed; no file is written twice. Throws a `ProblemError` where the
 * system does not let it write.
 */
export function folderOutput(folder: string, former: string | null = null): FolderOutput {
  const whole = join(folder, '/');
  const made = new Set<string>();
  const written: Written = { files: 0, bytes: 0 };
  return {
    folder,
    former,
    written,
    write(path, body) {
      const target = `${whole}${path}`;
      const parent = target.slice(0, target.lastIndexOf('/'));
      const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
      explainingWriteErrors(target, () => {
        if (!made.has(parent)) mkdirSync(parent, { recursive: true });
        made.add(parent);
        // A server tells by the index that there is a new build, though what stands in it is the same.
        const isLinked = former !== null && path !== INDEX_FILE && linkIfSame(join(former, path), target, bytes);
        if (!isLinked) writeFileSync(target, bytes, { flag: 'wx' });
      });
      written.files += 1;
      written.bytes += bytes.length;
    },
  };
}

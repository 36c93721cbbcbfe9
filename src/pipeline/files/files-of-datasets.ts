import { collectionFolder } from '../../contract/routes.ts';
import type { Written, WrittenFile } from '../../model.ts';

const OF_DATASET = new RegExp(`^${collectionFolder({ kind: 'records', config: '([^/.]+)' })}(?:/|\\.json$)`);

/** Config name in the path of a published file; undefined if the file belongs to no dataset. Lists of datasets may have a reserved name. */
export function configIn(path: string): string | undefined {
  return OF_DATASET.exec(path)?.[1];
}

/** Number of files and their total size in bytes. */
export function totalOf(files: readonly Pick<WrittenFile, 'bytes'>[]): Written {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

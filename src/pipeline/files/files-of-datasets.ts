import { collectionFile, collectionFolder } from '../../contract/routes.ts';
import type { Written, WrittenFile } from '../../model.ts';

/** Returns a function that finds the dataset of a published file or folder by its path; undefined if it belongs to no dataset. */
export function datasetFinder(configs: Iterable<string>): (path: string) => string | undefined {
  const owners = new Map<string, string>();
  for (const config of configs) {
    const collection = { kind: 'records', config } as const;
    owners.set(collectionFile(collection), config);
    owners.set(collectionFolder(collection), config);
  }
  const depth = collectionFolder({ kind: 'records', config: '-' }).split('/').length;
  // The last folder and its owner are kept, since most files are in the same folder as the previous one.
  let folder = '';
  let owner: string | undefined;
  return (path) => {
    const ofPath = path.slice(0, path.lastIndexOf('/'));
    if (ofPath !== folder) {
      folder = ofPath;
      owner = owners.get(folder.split('/', depth).join('/'));
    }
    return owner ?? owners.get(path);
  };
}

/** Number of files and their total size in bytes. */
export function totalOf(files: readonly WrittenFile[]): Written {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

import { collectionFile, collectionFolder } from '../../contract/routes.ts';
import type { WrittenFile } from '../../model.ts';

/** Returns a function that finds which of some datasets a published file or folder belongs to, by its path; undefined for none. */
export function datasetFinder(configs: Iterable<string>): (path: string) => string | undefined {
  const owners = new Map<string, string>();
  for (const config of configs) {
    const collection = { kind: 'records', config } as const;
    owners.set(collectionFile(collection), config);
    owners.set(collectionFolder(collection), config);
  }
  const depth = collectionFolder({ kind: 'records', config: '-' }).split('/').length;
  // Most files lie in the same folder as the one before.
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

/** The files of each of some datasets, by config name, among published files. */
export function filesOfDatasets(configs: readonly string[], files: readonly WrittenFile[]): Map<string, WrittenFile[]> {
  const found = new Map<string, WrittenFile[]>(configs.map((config) => [config, []]));
  const datasetOf = datasetFinder(configs);
  for (const file of files) found.get(datasetOf(file.path) ?? '')?.push(file);
  return found;
}

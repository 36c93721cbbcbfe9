import { chunkIndexFile, collectionFile, collectionFolder, INDEX_FILE, pageFile } from '../../contract/routes.ts';
import { lstatSync } from './builtin-fs.ts';

/** A dataset's config name, and the modification times of its first page and its folders, as text. */
export type FolderTimes = readonly [config: string, times: string];

/**
 * Times of the folders of a dataset in `client`, the published folder of an output. They show that somebody has added or removed files by hand,
 * but not that a file was written over.
 */
export function timesOfFolders(client: string, config: string, pageSizes: readonly number[]): FolderTimes {
  const collection = { kind: 'records', config } as const;
  const first = collectionFile(collection);
  const pages = pageSizes.map((limit) => pageFile(collection, { limit, offset: 0 }));
  const inFolders = [...pages, chunkIndexFile(config)];
  const folders = [collectionFolder(collection), ...inFolders.map(folderOf)];
  return [config, [first, ...folders].map((path) => timeOf(`${client}/${path}`)).join(' ')];
}

/** The same for the folders of the lists, under an empty config name, which no dataset has. */
export function timesOfLists(client: string, pageSizes: readonly number[]): FolderTimes {
  const collection = { kind: 'datasets', category: null } as const;
  const first = collectionFile(collection);
  const pages = pageSizes.map((limit) => folderOf(pageFile(collection, { limit, offset: 0 })));
  const paths = [INDEX_FILE, first, folderOf(first), collectionFolder(collection), ...pages];
  return ['', paths.map((path) => timeOf(`${client}/${path}`)).join(' ')];
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

/** When a file was last written to, or a folder last got or lost a file; undefined if it is missing. */
function timeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** True if the folders of a dataset, or of the lists, still have the times that were recorded. */
export function areUntouched(client: string, [config, times]: FolderTimes, pageSizes: readonly number[]): boolean {
  const [, now] = config === '' ? timesOfLists(client, pageSizes) : timesOfFolders(client, config, pageSizes);
  return now === times;
}

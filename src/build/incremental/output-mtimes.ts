import { chunkIndexFile, collectionFile, INDEX_FILE, pageFile } from '../../contract/routes.ts';
import { lstatSync } from './builtin-fs.ts';

/** A dataset's config name, and the times of the folders that its files lie in. */
export type FolderTimes = readonly [config: string, times: string];

/**
 * When something was last put into the folders of a published dataset, or removed from there: in `client`, of an output. It shows what was
 * changed by hand, but for a file that was written over.
 */
export function timesOfFolders(client: string, config: string, pageSizes: readonly number[]): FolderTimes {
  const collection = { kind: 'records', config } as const;
  const first = collectionFile(collection);
  const pages = pageSizes.map((limit) => pageFile(collection, { limit, offset: 0 }));
  const inFolders = [...pages, chunkIndexFile(config)];
  const folders = [first.slice(0, -'.json'.length), ...inFolders.map(folderOf)];
  return [config, [first, ...folders].map((path) => timeOf(`${client}/${path}`)).join(' ')];
}

/** The same of the folders of the lists; no dataset has an empty name. */
export function timesOfLists(client: string, pageSizes: readonly number[]): FolderTimes {
  const collection = { kind: 'datasets', category: null } as const;
  const first = collectionFile(collection);
  const pages = pageSizes.map((limit) => folderOf(pageFile(collection, { limit, offset: 0 })));
  const paths = [INDEX_FILE, first, folderOf(first), first.slice(0, -'.json'.length), ...pages];
  return ['', paths.map((path) => timeOf(`${client}/${path}`)).join(' ')];
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

/** When a file was last written to, or a folder was given a file or lost one. */
function timeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** True where the folders of a dataset have the times that were noted of them. */
export function areUntouched(client: string, [config, times]: FolderTimes, pageSizes: readonly number[]): boolean {
  const [, now] = config === '' ? timesOfLists(client, pageSizes) : timesOfFolders(client, config, pageSizes);
  return now === times;
}

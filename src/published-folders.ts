import { lstatSync } from 'node:fs';
import { chunkIndexFile, collectionFile, pageFile } from './publish/routes.ts';

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
  const folders = [first.slice(0, -'.json'.length), ...inFolders.map((file) => file.slice(0, file.lastIndexOf('/')))];
  return [config, folders.map((folder) => timeOf(`${client}/${folder}`)).join(' ')];
}

function timeOf(folder: string): number | undefined {
  return lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs;
}

/** True where the folders of a dataset have the times that were noted of them. */
export function areUntouched(client: string, [config, times]: FolderTimes, pageSizes: readonly number[]): boolean {
  return timesOfFolders(client, config, pageSizes)[1] === times;
}

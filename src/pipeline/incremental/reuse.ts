import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collectionFile, collectionFolder } from '../../contract/routes.ts';
import type { ListingOutput, Written, WrittenFile } from '../../model.ts';
import type { Settings } from '../../settings/settings.ts';
import { datasetFinder, totalOf } from '../files/files-of-datasets.ts';
import { takeFiles } from '../output/link-files.ts';
import { CLIENT } from '../output/output-names.ts';
import { type ChangeDetector, detectChanges } from './change-detector.ts';
import { changesOf, filesByOwner, type OutputChanges } from './output-listing.ts';
import type { EarlierPages } from './reuse-pages.ts';

/** Parts of earlier outputs that a build can reuse. */
export interface Reuse {
  changes: ChangeDetector;
  /** Published folder of the current output; null if there is none. */
  previous: string | null;
  /** Published folder of the recycled output, which preceded the current output; null if it cannot be reused. */
  recycled: string | null;
  /** Published files of each dataset, by config name. Datasets with files that are known to have changed are left out. */
  files: ReadonlyMap<string, readonly WrittenFile[]>;
  /** Changes made to the current output since it was built; empty if it was not searched for changes. */
  changesInPlace: OutputChanges;
  /** Dataset pages of the current output; null if they cannot be reused, for example because the settings have changed. */
  pages: EarlierPages | null;
}

/**
 * Finds out what a build with these settings can reuse from the output in `place` and from the recycled output, if there is one. Null if
 * the raw data or the generator cannot be read.
 */
export function openReuse(settings: Settings, place: string, recycledOutput: string | null): Reuse | null {
  const changes = detectChanges(settings, place);
  if (!changes) return null;
  const client = join(place, 'client');
  const previous = existsSync(client) ? client : null;
  const changesInPlace: OutputChanges = { files: [], folders: [] };
  const recycled = recycledOutput && join(recycledOutput, 'client');
  const nothing = { changes, previous, recycled, files: new Map(), changesInPlace, pages: null };
  const details = changes.previous?.details();
  const folders = changes.previous?.output();
  if (previous === null || !details || !folders) return nothing;
  const { datasets, digests, frame } = details;
  const listing = { folders, digests };
  // Each file is checked when it is linked. The whole output is checked only on request, or if nothing that a build reads has changed.
  const isSearched = settings.verify || changes.isAllUnchanged();
  const found = isSearched ? changesOf(`${place}/`, folders, settings.verify ? digests : null) : changesInPlace;
  const datasetOf = datasetFinder(datasets.map(({ listed }) => listed.config));
  const files = filesByOwner(listing, datasetOf);
  for (const path of found.files) files.delete(datasetOf(path.slice(CLIENT.length)) ?? '');
  const pages =
    frame === null || !changes.hasSameSettings ? null : { previous, recycled, frame, listing, changed: found.files };
  return { changes, previous, recycled, files, changesInPlace: found, pages };
}

/** Moves or links the files of a known dataset into an output. If they cannot be reused, leaves none of them there and returns null. */
export function reuseDataset(
  { previous, recycled, files }: Pick<Reuse, 'previous' | 'recycled' | 'files'>,
  config: string,
  { folder, written }: ListingOutput,
): Written | null {
  const listed = files.get(config);
  if (previous === null || !listed || folder === undefined) return null;
  const collection = { kind: 'records', config } as const;
  // The file of the first page of records is next to the dataset's folder.
  const paths = [collectionFolder(collection), collectionFile(collection)];
  const taken = takeFiles({ previous, recycled }, folder, paths, listed);
  if (!taken) return null;
  for (const file of taken) written.push(file);
  return totalOf(taken);
}

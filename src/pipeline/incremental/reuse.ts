import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collectionFile, collectionFolder } from '../../contract/routes.ts';
import type { ListingOutput, Written } from '../../model.ts';
import type { Settings } from '../../settings/settings.ts';
import { configIn, totalOf } from '../files/files-of-datasets.ts';
import { takeFiles } from '../output/link-files.ts';
import { CLIENT } from '../output/output-names.ts';
import { detectChanges } from './change-detector.ts';
import { changesOf, filesByOwner, type OutputChanges } from './output-listing.ts';
import type { EarlierPages } from './reuse-pages.ts';

/** Parts of earlier outputs that a build can reuse. */
export type Reuse = NonNullable<ReturnType<typeof openReuse>>;

/**
 * Finds out what a build with these settings can reuse from the output in `place` and from the recycled output, if there is one. Null if
 * the raw data or the generator cannot be read.
 */
export function openReuse(settings: Settings, place: string, recycledOutput: string | null) {
  const changes = detectChanges(settings, place);
  if (!changes) return null;
  const client = join(place, 'client');
  /** Published folder of the current output; null before the first build. */
  const previous = existsSync(client) ? client : null;
  /** Published folder of the recycled output, which preceded the current output; null if it cannot be reused. */
  const recycled = recycledOutput && join(recycledOutput, 'client');
  const details = previous === null ? null : changes.previous?.details();
  const folders = (details && changes.previous?.output()) ?? [];
  const { digests, frame } = details ?? { digests: [], frame: null };
  const listing = { folders, digests };
  /**
   * Changes made to the current output since it was built; empty if it was not searched for changes: each file is checked when it is
   * linked, and the whole output only on request, or if nothing that a build reads has changed.
   */
  const changesInPlace: OutputChanges =
    settings.verify || changes.isAllUnchanged()
      ? changesOf(`${place}/`, folders, settings.verify ? digests : null)
      : { files: [], folders: [] };
  /** Published files of each dataset, by config name. Datasets with files that are known to have changed are left out. */
  const files = filesByOwner(listing, configIn);
  for (const path of changesInPlace.files) files.delete(configIn(path.slice(CLIENT.length)) ?? '');
  /** Dataset pages of the current output; null if they cannot be reused, for example because the settings have changed. */
  const pages: EarlierPages | null =
    previous === null || frame === null || !changes.hasSameSettings
      ? null
      : { previous, recycled, frame, listing, changed: changesInPlace.files };
  return { changes, previous, recycled, files, changesInPlace, pages };
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

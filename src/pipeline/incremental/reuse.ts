import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ListingOutput, Written, WrittenFile } from '../../model.ts';
import type { Settings } from '../../settings/settings.ts';
import { datasetFinder, totalOf } from '../files/files-of-datasets.ts';
import { linkFiles, removeDataset } from '../output/link-files.ts';
import { type KnownDataset, readManifest } from './build-manifest.ts';
import { ChangeDetector } from './change-detector.ts';
import { snapshotFolder } from './file-snapshot.ts';
import { readGenerator } from './generator-version.ts';
import { changesOf, filesByOwner, type OutputChanges, type OutputListing } from './output-listing.ts';
import type { EarlierPages } from './reuse-pages.ts';

/** An earlier output, from which files can be reused. */
interface EarlierOutput {
  /** What is published in it. */
  client: string;
  /** The files of a dataset as they were published; undefined if some are known to differ. */
  filesOf(config: string): readonly WrittenFile[] | undefined;
}

/** What a build with some settings can reuse of the output in `place`. Null if the raw data or the generator cannot be read. */
export function openReuse(settings: Settings, place: string): Reuse | null {
  const manifest = readManifest(place);
  const generator = readGenerator(manifest?.generator ?? null);
  const snapshot = snapshotFolder(settings.rawData);
  if (!generator || !snapshot) return null;
  const changes = new ChangeDetector(settings, manifest, generator, snapshot);
  const client = join(place, 'client');
  if (!existsSync(client)) return new Reuse(changes, null, NOT_CHANGED);
  const details = changes.previous?.details();
  const folders = changes.previous?.output();
  if (!changes.previous || !details || !folders)
    return new Reuse(changes, { client, filesOf: () => undefined }, NOT_CHANGED);
  const listing = { folders, digests: details.digests };
  // If the raw data has changed, a look at each file that is linked is enough.
  const isSearched = settings.verify || changes.isAllUnchanged();
  const found = isSearched ? changesOf(`${place}/`, folders, settings.verify ? listing.digests : null) : NOT_CHANGED;
  const previous = { client, filesOf: wholeDatasets(details.datasets, listing, found.files) };
  const { frame } = details;
  const pages = frame === null || !changes.hasSameSettings ? null : { client, frame, listing, changed: found.files };
  return new Reuse(changes, previous, found, pages);
}

const NOT_CHANGED: OutputChanges = { files: [], folders: [] };

/**
 * Returns a function that finds the files of a dataset in an output, except of those datasets that have something in `changed`, which are
 * paths of files and folders.
 */
function wholeDatasets(
  known: readonly KnownDataset[],
  listing: OutputListing,
  changed: readonly string[],
): EarlierOutput['filesOf'] {
  const configs = known.map(({ listed }) => listed.config);
  const datasetOf = datasetFinder(configs);
  const broken = new Set(changed.map((path) => datasetOf(path.replace(/^client\//, ''))));
  let files: ReadonlyMap<string, readonly WrittenFile[]> | null = null;
  return (config) => {
    // Often no file is linked from the output in place.
    files ??= filesByOwner(listing, datasetOf);
    return broken.has(config) ? undefined : files.get(config);
  };
}

/** Makes a new output from the one in place. */
export class Reuse {
  readonly changes: ChangeDetector;
  /** What somebody has done to the output in place, as far as it was searched for that. */
  readonly changesInPlace: OutputChanges;
  /** The pages of datasets in the output in place, if a build with these settings made them; otherwise null. */
  readonly pages: EarlierPages | null;
  readonly #previous: EarlierOutput | null;

  constructor(
    changes: ChangeDetector,
    previous: EarlierOutput | null,
    changesInPlace: OutputChanges,
    pages: EarlierPages | null = null,
  ) {
    this.changes = changes;
    this.changesInPlace = changesInPlace;
    this.pages = pages;
    this.#previous = previous;
  }

  /** Published folder of the output in place; null before the first build. */
  get previous(): string | null {
    return this.#previous?.client ?? null;
  }

  /** Links the files of a known dataset; null, with nothing written, if they are not as they were published. */
  reuseDataset({ listed: { config } }: KnownDataset, { folder, written }: ListingOutput): Written | null {
    const files = this.#previous?.filesOf(config);
    if (!this.#previous || !files || folder === undefined) return null;
    const linked = linkFiles(this.#previous.client, folder, files);
    if (!linked) {
      removeDataset(folder, config);
      return null;
    }
    for (const file of linked) written.push(file);
    return totalOf(linked);
  }
}

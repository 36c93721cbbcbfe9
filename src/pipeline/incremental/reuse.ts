import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ListedFiles, ListingOutput, Written } from '../../model.ts';
import type { Settings } from '../../settings/settings.ts';
import { datasetFinder } from '../files/files-of-datasets.ts';
import { totalOf } from '../files/listed-files.ts';
import { foldersThatAreChanged, linkFiles, removeAllBut, removeBelow, removeDataset } from '../output/link-files.ts';
import { markOutput } from '../output/output-folder.ts';
import { MANIFEST_FILE } from '../output/output-names.ts';
import { explainingWriteErrors } from '../output/write-errors.ts';
import { type BuildManifest, type KnownDataset, readManifest } from './build-manifest.ts';
import { ChangeDetector } from './change-detector.ts';
import { snapshotFolder } from './file-snapshot.ts';
import { readGenerator } from './generator-version.ts';
import { listedDatasets } from './listed-datasets.ts';
import { changesOf, type OutputChanges, type OutputListing } from './output-listing.ts';
import type { EarlierPages } from './reuse-pages.ts';

/** An earlier output, from which files can be reused. */
interface EarlierOutput {
  /** What is published in it. */
  client: string;
  /** The files of a dataset as they were published; undefined if some are known to differ. */
  filesOf(config: string): ListedFiles | undefined;
}

/** The output of the build before the last. The next one is made from it by changing what differs. */
interface RecycledOutput extends EarlierOutput {
  folder: string;
  /** What was published in it. */
  known: readonly KnownDataset[];
}

/**
 * What a build with some settings can reuse of the output in `place`, and of the recycled output, if one may be used. Null if the raw data or the
 * generator cannot be read.
 */
export function openReuse(settings: Settings, place: string, recycled: string | null): Reuse | null {
  const manifest = readManifest(place);
  const generator = readGenerator(manifest?.generator ?? null);
  const snapshot = snapshotFolder(settings.rawData);
  if (!generator || !snapshot) return null;
  const changes = new ChangeDetector(settings, manifest, generator, snapshot);
  const client = join(place, 'client');
  if (!existsSync(client)) return new Reuse(changes, null, null, NOT_CHANGED);
  const details = changes.previous?.details();
  const folders = changes.previous?.output();
  if (!changes.previous || !details || !folders)
    return new Reuse(changes, { client, filesOf: () => undefined }, null, NOT_CHANGED);
  const listing = { folders, digests: details.digests };
  // If the raw data has changed, a look at each file that is linked is enough.
  const isSearched = settings.verify || changes.isAllUnchanged();
  const found = isSearched ? changesOf(`${place}/`, folders, settings.verify ? listing.digests : null) : NOT_CHANGED;
  const previous = { client, filesOf: wholeDatasets(details.datasets, listing, found.files) };
  const spare = changes.hasSameSettings ? openRecycledOutput(recycled, changes.previous) : null;
  const { frame } = details;
  const pages = frame === null || !changes.hasSameSettings ? null : { client, frame, listing, changed: found.files };
  return new Reuse(changes, previous, spare, found, pages);
}

const NOT_CHANGED: OutputChanges = { files: [], folders: [] };

/**
 * Returns a function that finds the files of a dataset in an output, except of those datasets that have something in `changed`, which are paths of
 * files and folders.
 */
function wholeDatasets(
  known: readonly KnownDataset[],
  listing: OutputListing,
  changed: readonly string[],
): EarlierOutput['filesOf'] {
  const configs = known.map(({ listed }) => listed.config);
  const datasetOf = datasetFinder(configs);
  const broken = new Set(changed.map((path) => datasetOf(path.replace(/^client\//, ''))));
  let files: ReadonlyMap<string, ListedFiles> | null = null;
  return (config) => {
    // Often no file is linked from the output in place.
    files ??= listedDatasets(configs, listing);
    return broken.has(config) ? undefined : files.get(config);
  };
}

/** The recycled output, if its manifest says that it was made by the same generator, and with the same settings, as the output in place. */
function openRecycledOutput(folder: string | null, inPlace: BuildManifest): RecycledOutput | null {
  const manifest = folder === null ? null : readManifest(folder);
  if (folder === null || !manifest || manifest.generator.digest !== inPlace.generator.digest) return null;
  const client = join(folder, 'client');
  // What a link leads to belongs to somebody else, and recycling removes files.
  if (!foldersThatAreChanged(client).every(isRealFolder)) return null;
  const details = manifest.settings === inPlace.settings ? manifest.details() : null;
  const listed = manifest.output();
  if (!details || !listed) return null;
  const found = changesOf(`${folder}/`, listed);
  const listing = { folders: listed, digests: details.digests };
  // Whatever else lies in a folder that is recycled would be published.
  const filesOf = wholeDatasets(details.datasets, listing, [...found.files, ...found.folders]);
  return { folder, client, known: details.datasets, filesOf };
}

function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Makes a new output from earlier ones: the output in place, and perhaps a recycled one. */
export class Reuse {
  readonly changes: ChangeDetector;
  /** What somebody has done to the output in place, as far as it was searched for that. */
  readonly changesInPlace: OutputChanges;
  /** The pages of datasets in the output in place, if a build with these settings made them; otherwise null. */
  readonly pages: EarlierPages | null;
  readonly #previous: EarlierOutput | null;
  readonly #recycled: RecycledOutput | null;
  /** Datasets whose files in the recycled output are already as they must be. */
  #present: ReadonlySet<KnownDataset> = new Set();

  /** With a recycled output, the new output is made in its folder. */
  constructor(
    changes: ChangeDetector,
    previous: EarlierOutput | null,
    recycled: RecycledOutput | null,
    changesInPlace: OutputChanges,
    pages: EarlierPages | null = null,
  ) {
    this.changes = changes;
    this.changesInPlace = changesInPlace;
    this.pages = pages;
    this.#previous = previous;
    this.#recycled = recycled;
  }

  /** Published folder of the output in place; null before the first build. */
  get previous(): string | null {
    return this.#previous?.client ?? null;
  }

  get isRecycling(): boolean {
    return this.#recycled !== null;
  }

  /** Removes everything from the recycled output except the known datasets whose files are already as they must be. */
  prepare(known: readonly KnownDataset[]): void {
    if (!this.#recycled) return;
    const { folder, client, known: published, filesOf } = this.#recycled;
    const kept = [basename(client), MANIFEST_FILE];
    removeBelow(
      folder,
      readdirSync(folder).filter((name) => !kept.includes(name)),
    );
    explainingWriteErrors(folder, () => {
      // By its mark, the folder can be removed if this build does not finish it.
      markOutput(folder);
      // From now on it is not a whole output. If this build is killed, the next one sees that by the missing manifest.
      rmSync(join(folder, MANIFEST_FILE));
    });
    const wanted = new Map(known.map((dataset) => [dataset.key, dataset]));
    this.#present = new Set(published.flatMap(({ key, listed }) => (filesOf(listed.config) && wanted.get(key)) || []));
    // This also removes what no manifest lists: a dataset whose file changed while it was read.
    removeAllBut(client, new Set([...this.#present].map(({ listed }) => listed.config)));
  }

  /** Reuses the files of a known dataset; null, with nothing written, if they are not as they were published. */
  reuseDataset(known: KnownDataset, output: ListingOutput): Written | null {
    const files = this.#present.has(known)
      ? this.#recycled?.filesOf(known.listed.config)
      : this.#link(known.listed.config, output.folder);
    if (!files) return null;
    for (const file of files.written) output.written.push(file);
    for (const folder of files.reused) output.reused.push(folder);
    return totalOf(files);
  }

  #link(config: string, folder: string | undefined): ListedFiles | null {
    const files = this.#previous?.filesOf(config);
    if (!this.#previous || !files || folder === undefined) return null;
    const linked = linkFiles(this.#previous.client, folder, files);
    if (!linked) removeDataset(folder, config);
    return linked;
  }
}

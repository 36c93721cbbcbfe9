import { lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ASSET_FOLDER, CHART_FILES, DATASET_PAGES, DRAWN_FOLDER, EMBED_FOLDER } from '../../contract/routes.ts';
import type { WrittenFile } from '../../model.ts';
import { digestOfFile } from '../files/file-digest.ts';
import { type EarlierOutputs, takeFiles } from '../output/link-files.ts';
import { CLIENT } from '../output/output-names.ts';
import { filesByOwner, type OutputListing } from './output-listing.ts';

/** What determines the pages of datasets, apart from the settings and their own files. The first two parts are the same for all datasets. */
export interface Frame {
  /** Digest of all content that the pages have in common. */
  pages: string;
  /** The part of this content that the files of the charts depend on. */
  charts: string;
  /** Identifiers of the changes that the page of a dataset shows, by config name; none if absent. */
  changes: Readonly<Record<string, string>>;
}

/** Dataset pages in an earlier output. */
export interface EarlierPages extends EarlierOutputs {
  frame: Frame;
  listing: OutputListing;
  /** Paths, relative to the output, of files known to have changed since they were published. */
  changed: readonly string[];
}

/**
 * Folders with one subfolder per dataset, which contains a page of the dataset and all files that belong to the page, or what the page is
 * rendered from, which only development keeps.
 */
const FOLDERS: readonly string[] = [DATASET_PAGES, EMBED_FOLDER, DRAWN_FOLDER];

const NAMES_OF_CHARTS: ReadonlySet<string> = new Set(Object.values(CHART_FILES));

/**
 * Takes the pages of the given datasets into a folder, together with the files next to them; with `chartsOnly`, only the files of their
 * charts. Leaves out a dataset if any of these files is missing or has changed since it was published. Throws a `ProblemError` if the
 * system refuses to write.
 */
export function takePages(pages: EarlierPages, configs: ReadonlySet<string>, to: string, chartsOnly = false) {
  const changed = new Set(pages.changed.map((path) => ownerOf(path.slice(CLIENT.length))));
  const taken = new Set<string>();
  const files: WrittenFile[] = [];
  for (const [config, listed] of filesByOwner(pages.listing, ownerOf)) {
    if (!configs.has(config) || changed.has(config)) continue;
    const wanted = chartsOnly ? listed.filter(({ path }) => NAMES_OF_CHARTS.has(basename(path))) : listed;
    const paths = FOLDERS.map((folder) => `${folder}/${config}`);
    const ofDataset = wanted.length > 0 && takeFiles(pages, to, paths, wanted);
    if (!ofDataset) continue;
    taken.add(config);
    for (const file of ofDataset) files.push(file);
  }
  return { configs: taken, files };
}

/** Config name of the dataset to whose pages a published file belongs; undefined if it belongs to no dataset. */
function ownerOf(path: string): string | undefined {
  const [folder = '', config, ...rest] = path.split('/');
  return FOLDERS.includes(folder) && rest.length > 0 ? config : undefined;
}

/**
 * Whether a new published folder has all assets of an earlier one, such as style sheets, so that the earlier pages can be reused. Files
 * count as the same only if their contents are equal: the hashes in their names are not relied on.
 */
export function hasSameAssets({ listing }: EarlierPages, client: string): boolean {
  const assets = filesByOwner(listing, (path) => (path.startsWith(`${ASSET_FOLDER}/`) ? ASSET_FOLDER : undefined));
  return (assets.get(ASSET_FOLDER) ?? []).every(({ path, bytes, digest }) => {
    const file = join(client, path);
    return lstatSync(file, { throwIfNoEntry: false })?.size === bytes && digestOfFile(file) === digest;
  });
}

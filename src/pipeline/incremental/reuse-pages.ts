import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_FOLDER, DATASET_PAGES, EMBED_FOLDER } from '../../contract/routes.ts';
import type { WrittenFile } from '../../model.ts';
import { digestOfFile } from '../files/file-digest.ts';
import { linkFiles } from '../output/link-files.ts';
import { CLIENT } from '../output/output-names.ts';
import { filesByOwner, type OutputListing } from './output-listing.ts';

/** The pages of datasets in an earlier output. */
export interface EarlierPages {
  /** What is published in the output. */
  client: string;
  /** Digest of what all these pages show besides their datasets. */
  frame: string;
  listing: OutputListing;
  /** Files that are known not to be as they were published, relative to the output. */
  changed: readonly string[];
}

/** Pages of datasets that were linked. */
export interface LinkedPages {
  configs: ReadonlySet<string>;
  files: readonly WrittenFile[];
}

/** Folders in which each dataset has a folder of its own, with its page and all that belongs to it. */
const FOLDERS: readonly string[] = [DATASET_PAGES, EMBED_FOLDER];

/**
 * Links the pages of the given datasets into a folder, with the files beside them. Leaves out a dataset if any of its files is not as it
 * was published. Throws a `ProblemError` if the system refuses to write.
 */
export function linkPages(pages: EarlierPages, configs: ReadonlySet<string>, to: string): LinkedPages {
  const changed = new Set(pages.changed.map((path) => ownerOf(path.slice(CLIENT.length))));
  const linked = new Set<string>();
  const files: WrittenFile[] = [];
  for (const [config, listed] of filesByOwner(pages.listing, ownerOf)) {
    if (!configs.has(config) || changed.has(config)) continue;
    const ofDataset = linkFiles(pages.client, to, listed);
    if (ofDataset) {
      linked.add(config);
      files.push(...ofDataset);
    } else removePages(to, config);
  }
  return { configs: linked, files };
}

/** Removes the pages of a dataset from a published folder. */
function removePages(folder: string, config: string): void {
  for (const of of FOLDERS) rmSync(join(folder, of, config), { recursive: true, force: true });
}

/** The dataset whose pages a published file belongs to; undefined if it belongs to none. */
function ownerOf(path: string): string | undefined {
  const [folder = '', config, ...rest] = path.split('/');
  return FOLDERS.includes(folder) && rest.length > 0 ? config : undefined;
}

/**
 * Whether a new published folder has all style sheets and scripts of an earlier one, so that its pages may be used there. Their names
 * contain a hash of their content; still, the content is compared.
 */
export function hasSameAssets({ listing }: EarlierPages, client: string): boolean {
  const assets = filesByOwner(listing, (path) => (path.startsWith(`${ASSET_FOLDER}/`) ? ASSET_FOLDER : undefined));
  return (assets.get(ASSET_FOLDER) ?? []).every(({ path, bytes, digest }) => {
    const file = join(client, path);
    return lstatSync(file, { throwIfNoEntry: false })?.size === bytes && digestOfFile(file) === digest;
  });
}

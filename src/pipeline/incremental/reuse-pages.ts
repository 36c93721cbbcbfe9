import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_FOLDER, DATASET_PAGES, DRAWN_FOLDER, EMBED_FOLDER } from '../../contract/routes.ts';
import type { WrittenFile } from '../../model.ts';
import { digestOfFile } from '../files/file-digest.ts';
import { linkFiles } from '../output/link-files.ts';
import { CLIENT } from '../output/output-names.ts';
import { filesByOwner, type OutputListing } from './output-listing.ts';

/** Dataset pages in an earlier output. */
export interface EarlierPages {
  /** Published folder of the output. */
  client: string;
  /** Digest of all content that these pages have in common. */
  frame: string;
  listing: OutputListing;
  /** Paths, relative to the output, of files known to have changed since they were published. */
  changed: readonly string[];
}

/** Dataset pages that were linked into a new output. */
export interface LinkedPages {
  configs: ReadonlySet<string>;
  files: readonly WrittenFile[];
}

/**
 * Folders with one subfolder per dataset, which contains a page of the dataset and all files that belong to the page, or what the page is
 * rendered from, which only development keeps.
 */
const FOLDERS: readonly string[] = [DATASET_PAGES, EMBED_FOLDER, DRAWN_FOLDER];

/**
 * Links the pages of the given datasets into a folder, together with the files next to them. Leaves out a dataset if any of these files is
 * missing or has changed since it was published. Throws a `ProblemError` if the system refuses to write.
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

function removePages(folder: string, config: string): void {
  for (const of of FOLDERS) rmSync(join(folder, of, config), { recursive: true, force: true });
}

/** Config name of the dataset to whose pages a published file belongs; undefined if there is none. */
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

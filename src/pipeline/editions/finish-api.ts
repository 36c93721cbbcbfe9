import type { ChangesDocument, ManifestEntry } from '../../contract/documents.ts';
import { API_FOLDER, API_MANIFEST, CHANGES_FILE, INDEX_FILE, type Site } from '../../contract/routes.ts';
import { atomFeeds } from '../../describe/atom-feed.ts';
import type { Catalogue, ListedDataset, ListingOutput, WrittenFile } from '../../model.ts';
import { encodeChanges, encodeIndex, encodeManifest } from '../../publish/encode-documents.ts';
import { digestOf } from '../files/file-digest.ts';
import type { Progress } from '../progress.ts';
import { NO_HISTORY } from './record-changes.ts';

/** Digits of a build's identifier: enough that no two contents share one by accident, and few enough to read aloud. */
const ID_LENGTH = 20;

/**
 * Finishes the API once all its other files are written: writes the changes, the index and the manifest, both with the build’s identifier,
 * which `ManifestDocument` defines, and the feeds. A file of /v1 that is written later would be missing in the index and the manifest. Throws
 * a `ProblemError` if the system refuses to write.
 */
export function finishApi(
  catalogue: Catalogue,
  datasets: readonly ListedDataset[],
  output: ListingOutput,
  { site, progress, changes = NO_HISTORY }: { site: Site; progress?: Progress; changes?: ChangesDocument },
): void {
  output.write(CHANGES_FILE, encodeChanges(changes));
  const others = output.written.filter(({ path }) => path.startsWith(`${API_FOLDER}/`)).map(entryOf);
  const bare = { path: INDEX_FILE, bytes: 0, sha256: digestOf(encodeIndex(catalogue, datasets, site)) };
  const all = [...others, bare].sort((a, b) => (a.path < b.path ? -1 : 1));
  const build = digestOf(all.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')).slice(0, ID_LENGTH);
  output.write(INDEX_FILE, encodeIndex(catalogue, datasets, site, build));
  const index = entryOf(output.written.at(-1) as WrittenFile);
  output.write(API_MANIFEST, encodeManifest(build, all.with(all.indexOf(bare), index)));
  progress?.(`publish   ${output.written.length} files of /v1`);
  for (const feed of atomFeeds(catalogue, datasets, changes, site, digestOf)) output.write(...feed);
}

function entryOf({ path, bytes, digest }: WrittenFile): ManifestEntry {
  return { path, bytes, sha256: digest };
}

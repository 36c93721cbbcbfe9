import { isDeepStrictEqual } from 'node:util';
import type { DatasetEntry, ManifestDocument } from '../../contract/documents.ts';
import { API_MANIFEST, datasetFile, prefixOfIndex, type Site } from '../../contract/routes.ts';
import type { ListingOutput } from '../../model.ts';
import type { KeptDataset } from '../build.ts';
import { digestOf } from '../files/file-digest.ts';
import { configIn, totalOf } from '../files/files-of-datasets.ts';
import { type PreviousOutput, readDocument } from './previous.ts';

/**
 * Copies the files of a dataset's last edition into an output. Returns null, and writes nothing, if it cannot be used: its URLs
 * and files must be those of the site, and its files as its manifest lists them.
 */
export async function keepEdition(
  previous: PreviousOutput,
  config: string,
  output: ListingOutput,
  site: Site,
): Promise<KeptDataset | null> {
  const summary = previous.index.datasets.find((dataset) => dataset.config === config);
  if (!summary || !hasSameFiles(previous, site)) return null;
  const manifest = await readDocument<ManifestDocument>(previous, API_MANIFEST);
  const entry = await readDocument<DatasetEntry>(previous, datasetFile('info', config));
  const listed = manifest?.files.filter(({ path }) => configIn(path) === config) ?? [];
  // A site that somebody has taken over must not write anywhere else.
  if (listed.some(({ path }) => !/^[\w-]+(?:[./][\w-]+)*$/.test(path))) return null;
  const files = await Promise.all(listed.map(async (file) => ({ ...file, body: await previous.read(file.path) })));
  if (!entry || files.length === 0) return null;
  if (files.some(({ body, sha256 }) => !body || digestOf(body) !== sha256)) return null;
  for (const { path, body } of files) output.write(path, body as Uint8Array);
  const { license, row_count: rowCount, formerly = [] } = summary;
  return { listed: { ...entry, license, rowCount, formerly }, written: totalOf(files) };
}

/** Whether an output has URLs and files of the same kind as a site. */
function hasSameFiles({ index }: PreviousOutput, { prefix, pageSizes, layout = 'pages', formats = [] }: Site): boolean {
  const { links, page_sizes: sizes, layout: last = 'pages', formats: kinds } = index;
  return isDeepStrictEqual([prefixOfIndex(links.self), sizes, last, kinds], [prefix, pageSizes, layout, formats]);
}

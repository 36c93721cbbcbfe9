import type { ListedFiles, ReusedFolder, WrittenFile } from '../../model.ts';
import { datasetFinder } from '../files/files-of-datasets.ts';
import { CLIENT } from '../output/output-names.ts';
import { digestAt, type OutputListing } from './output-listing.ts';

/** The files of each of some datasets, by config name, in the list of an output. Most lie in folders of their own, which stay whole. */
export function listedDatasets(
  configs: readonly string[],
  { folders, digests }: OutputListing,
): Map<string, ListedFiles> {
  const found = new Map(
    configs.map((config) => [config, { written: [] as WrittenFile[], reused: [] as ReusedFolder[] }]),
  );
  const datasetOf = datasetFinder(configs);
  for (const [index, folder] of folders.entries()) {
    if (!folder.path.startsWith(CLIENT)) continue;
    const published = folder.path.slice(CLIENT.length);
    const ofFolder = digests[index] ?? '';
    const owner = found.get(datasetOf(published) ?? '');
    if (owner) owner.reused.push({ ...folder, digests: ofFolder });
    else {
      for (const [at, name] of folder.names.entries()) {
        const path = published + name;
        const [bytes, modified] = [folder.sizes[at] as number, folder.times[at] as number];
        found.get(datasetOf(path) ?? '')?.written.push({ path, bytes, modified, digest: digestAt(ofFolder, at) });
      }
    }
  }
  return found;
}

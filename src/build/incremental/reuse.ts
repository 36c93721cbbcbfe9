import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CountingOutput, Written } from '../../model.ts';
import { ProblemError } from '../../problems/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { linkDataset, removeAllBut, removeDataset } from '../output/link-files.ts';
import { MANIFEST_FILE } from '../output/output-names.ts';
import { explainingWriteErrors } from '../output/write-errors.ts';
import { type BuildManifest, type KnownDataset, readManifest } from './build-manifest.ts';
import { ChangeDetector } from './change-detector.ts';
import { snapshotFolder } from './file-snapshot.ts';
import { readGenerator } from './generator-version.ts';
import { areUntouched } from './output-mtimes.ts';

/** The output of the build before the last. The next one is made from it by changing what differs. */
export interface RecycledOutput {
  /** The whole output; what is published is in its folder `client`. */
  folder: string;
  /** What was published in it, and whether all files of it are still there. */
  datasets: readonly { dataset: KnownDataset; isWhole: boolean }[];
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
  return new Reuse(
    changes,
    existsSync(client) ? client : null,
    changes.hasSameSettings ? openRecycledOutput(recycled, manifest, settings) : null,
  );
}

/** The recycled output, if its manifest says that it was made by the same generator, and with the same settings, as another. */
function openRecycledOutput(
  folder: string | null,
  other: BuildManifest | null,
  { pageSizes }: Settings,
): RecycledOutput | null {
  const manifest = folder === null ? null : readManifest(folder);
  if (folder === null || !manifest || manifest.generator.digest !== other?.generator.digest) return null;
  const datasets = manifest.settings === other.settings ? manifest.details()?.datasets : null;
  if (!datasets) return null;
  const untouched = manifest.published.filter((times) => areUntouched(join(folder, 'client'), times, pageSizes));
  const whole = new Set(untouched.map(([config]) => config));
  return { folder, datasets: datasets.map((dataset) => ({ dataset, isWhole: whole.has(dataset.listed.config) })) };
}

/** Makes a new output from earlier ones: the output in place, and perhaps a recycled one. */
export class Reuse {
  readonly changes: ChangeDetector;
  /** Published folder of the output in place; null if there is none. */
  readonly previous: string | null;
  readonly #recycled: RecycledOutput | null;
  /** Datasets whose files in the recycled output are already as they must be. */
  #present: ReadonlySet<KnownDataset> = new Set();

  /** With a recycled output, the new output is made in its folder. */
  constructor(changes: ChangeDetector, previous: string | null, recycled: RecycledOutput | null) {
    this.changes = changes;
    this.previous = previous;
    this.#recycled = recycled;
  }

  get isRecycling(): boolean {
    return this.#recycled !== null;
  }

  /** Removes everything from the recycled output except the known datasets whose files are already as they must be. */
  prepare(known: readonly KnownDataset[]): void {
    if (!this.#recycled) return;
    const { folder, datasets } = this.#recycled;
    const client = join(folder, 'client');
    // From now on it is not a whole output. If this build is killed, the next one sees that by the missing manifest.
    explainingWriteErrors(folder, () => rmSync(join(folder, MANIFEST_FILE)));
    const wanted = new Map(known.map((dataset) => [dataset.key, dataset]));
    this.#present = new Set(datasets.flatMap(({ dataset, isWhole }) => (isWhole && wanted.get(dataset.key)) || []));
    // This also removes what no manifest lists: a dataset whose file changed while it was read.
    removeAllBut(client, new Set([...this.#present].map(({ listed }) => listed.config)));
  }

  /** Reuses the files of a known dataset; null, with nothing written, if they are not as they were published. */
  reuseDataset(known: KnownDataset, output: CountingOutput): Written | null {
    const { files, bytes, listed } = known;
    const { folder } = output;
    if (!this.#present.has(known)) {
      if (this.previous === null || folder === undefined) return null;
      if (!isWhole(known, () => linkDataset(this.previous as string, folder, listed.config))) {
        removeDataset(folder, listed.config);
        return null;
      }
    }
    output.written.files += files;
    output.written.bytes += bytes;
    return { files, bytes };
  }
}

/** Links the files of a dataset; false if one is missing or has another size: somebody changed the output in place by hand. */
function isWhole({ files, bytes }: KnownDataset, link: () => Written): boolean {
  try {
    const linked = link();
    return linked.files === files && linked.bytes === bytes;
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    return false;
  }
}

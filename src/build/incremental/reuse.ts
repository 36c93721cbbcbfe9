import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CountingOutput, Written } from '../../model.ts';
import { ProblemError } from '../../problems/problem.ts';
import { linkDataset, removeAllBut, removeDataset } from '../output/link-files.ts';
import { MANIFEST_FILE } from '../output/output-names.ts';
import { explainingWriteErrors } from '../output/write-errors.ts';
import type { KnownDataset } from './build-manifest.ts';
import type { ChangeDetector } from './change-detector.ts';

/** An output that an older build made, and that a new one is made of by changing what differs. */
export interface RecycledOutput {
  /** The whole output: what is published is in its folder `client`. */
  folder: string;
  /** What was published in it, and whether it is still so. */
  datasets: readonly { dataset: KnownDataset; isWhole: boolean }[];
}

/** Makes a new output out of what former builds have left: the output in place, and perhaps a spare. */
export class Reuse {
  readonly notes: ChangeDetector;
  /** Published folder of the output in place; null for none. */
  readonly former: string | null;
  readonly #spare: RecycledOutput | null;
  /** Datasets that the spare holds as they are now. */
  #present: ReadonlySet<KnownDataset> = new Set();

  /** With a spare, the new output is made in its folder. */
  constructor(notes: ChangeDetector, former: string | null, spare: RecycledOutput | null) {
    this.notes = notes;
    this.former = former;
    this.#spare = spare;
  }

  /** True where the new output is made in the spare's folder. */
  get usesSpare(): boolean {
    return this.#spare !== null;
  }

  /** Removes from the spare what is not to be in the new output: all but the datasets that are known, and there as they are now. */
  prepare(known: readonly KnownDataset[]): void {
    if (!this.#spare) return;
    const { folder, datasets } = this.#spare;
    const client = join(folder, 'client');
    // From now on it is no whole output, and whoever finds it knows by this.
    explainingWriteErrors(folder, () => rmSync(join(folder, MANIFEST_FILE)));
    const wanted = new Map(known.map((dataset) => [dataset.key, dataset]));
    this.#present = new Set(datasets.flatMap(({ dataset, isWhole }) => (isWhole && wanted.get(dataset.key)) || []));
    // Also what no record names: a dataset whose file was written to while it was read is not recorded.
    removeAllBut(client, new Set([...this.#present].map(({ listed }) => listed.config)));
  }

  /** Takes the files of a known dataset over; null, with nothing written, where they are not as they were published. */
  take(known: KnownDataset, output: CountingOutput): Written | null {
    const { files, bytes, listed } = known;
    const { folder } = output;
    if (!this.#present.has(known)) {
      if (this.former === null || folder === undefined) return null;
      if (!isWhole(known, () => linkDataset(this.former as string, folder, listed.config))) {
        removeDataset(folder, listed.config);
        return null;
      }
    }
    output.written.files += files;
    output.written.bytes += bytes;
    return { files, bytes };
  }
}

/** False where a file is missing, or another: the output in place was changed by hand. */
function isWhole({ files, bytes }: KnownDataset, link: () => Written): boolean {
  try {
    const linked = link();
    return linked.files === files && linked.bytes === bytes;
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    return false;
  }
}

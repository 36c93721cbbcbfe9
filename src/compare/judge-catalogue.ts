import { formatCount } from '../problems/format-problem.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** A dataset of an edition of a catalogue. */
export interface Table {
  config: string;
  rows: number;
  columns: readonly string[];
}

/**
 * A problem for each dataset that was published last time and is missing now. `added` are the datasets that are new: one with the columns of
 * a missing one was probably renamed.
 */
export function judgeMissing(missing: readonly Table[], added: readonly Table[]): Problem[] {
  return missing.map(({ config, rows, columns }) => {
    const heir = added.find((table) => table.columns.join('\n') === columns.join('\n'));
    const message = `the dataset ${config}, published last time with ${formatCount(rows, 'row')}, is missing`;
    const removed = advice`If it was removed on purpose, run {almanac accept --} ${config}.`;
    const help = heir
      ? `The new dataset ${heir.config} has the same columns. If it is the same one, write "formerly": ["${config}"] in its sidecar: then the old address leads to the new one. ${removed}`
      : `Put its file and its description back. ${removed}`;
    return problem('dataset-gone', { file: null }, message, help);
  });
}

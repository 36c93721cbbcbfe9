import type { IndexDocument, SchemaDocument } from '../contract/documents.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** A dataset of a catalogue, with the names of its columns. */
export type NamedTable = Pick<SchemaDocument, 'config'> & { columns: readonly string[] };

/**
 * Problems for the datasets of the last edition of a catalogue that are missing in this one. A new dataset with the columns of a missing one
 * was probably renamed. `tableOf` returns the columns of a dataset of the last edition, and `isAccepted` whether it may be missing.
 */
export function judgeCatalogue(
  last: Pick<IndexDocument, 'datasets'>,
  next: readonly NamedTable[],
  tableOf: (config: string) => readonly string[],
  isAccepted: (config: string) => boolean,
): Problem[] {
  const names = new Set(next.map(({ config }) => config));
  const known = new Set(last.datasets.map(({ config }) => config));
  return last.datasets.flatMap(({ config, name, row_count: rows }) => {
    if (names.has(config) || isAccepted(config)) return [];
    const columns = tableOf(config).join('\n');
    const heir = next.find((table) => !known.has(table.config) && table.columns.join('\n') === columns);
    const message = `the dataset ${config} (${name}, ${rows} rows) is missing, and was published last time`;
    const help = heir
      ? advice`The new dataset ${heir.config} has the same columns. If it was renamed, write "formerly": ["${config}"] in its sidecar, so that its old address leads to the new one. If it was removed on purpose, run {almanac accept --} ${config}.`
      : advice`Put its file and its description back. If it was removed on purpose, run {almanac accept --} ${config}.`;
    return problem('dataset-gone', { file: null }, message, help);
  });
}

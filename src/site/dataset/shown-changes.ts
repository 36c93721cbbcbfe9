import type { ChangesDocument, DatasetSummary, EditionChange } from '../../contract/documents.ts';

/** Maximum number of changes on the page of a dataset. */
const MAX_SHOWN = 5;

/** The last changes of a dataset, also under its former names, the newest first. Its page is reused as long as these are the same. */
export function shownChanges(
  { changes }: ChangesDocument,
  { config, formerly = [] }: Pick<DatasetSummary, 'config' | 'formerly'>,
): EditionChange[] {
  return changes.filter((it) => it.config === config || formerly.includes(it.config)).slice(0, MAX_SHOWN);
}

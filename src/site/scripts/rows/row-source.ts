import { CELLS, record } from '../../../client/check.ts';
import { AlmanacError, EditionChanged } from '../../../client/errors.ts';
import { type Host, planParts, type Table } from '../../../client/parts.ts';
import { request } from '../../../client/request.ts';
import { parseDigits } from '../../../contract/parse-digits.ts';
import { DEFAULT_LIMIT } from '../../../contract/routes.ts';
import type { RowsData, TextRow } from '../../shared/rows-data.ts';

/** What is needed to read a dataset's published rows. `prefix` is prepended to the path of every file. */
type RowFiles = Pick<RowsData, 'config' | 'count' | 'prefix' | 'isPacked'> & { columns: readonly string[] };

/**
 * Makes a function that reads the rows from index `from` up to but not including `to`. It rejects with `EditionChanged` if a file is
 * missing or belongs to another edition, with the signal's reason if the signal is aborted, and otherwise with the request's error.
 */
export function rowReader({ config, prefix, count, columns, isPacked }: RowFiles) {
  const cells = columns.map((name) => [name, CELLS.object] as const);
  const table: Table = { config, count, record: record(cells), parse: parseDigits };
  const host: Host = {
    site: { prefix: '', pageSizes: [DEFAULT_LIMIT], layout: isPacked ? 'packed' : undefined },
    hasCode: isPacked ? undefined : false,
    // The user is waiting, so a failed request is retried only once.
    read: (path, read, signal) => request(prefix + path, { retries: 1, retryDelay: 300 }, read, signal),
  };
  return async (from: number, to: number, signal: AbortSignal): Promise<readonly TextRow[]> => {
    try {
      const rows: TextRow[] = [];
      for (const part of await planParts(host, table, { from, to }, signal)) {
        rows.push(...((await part(signal)) as TextRow[]));
      }
      return rows;
    } catch (error) {
      // If a file is missing, the dataset has been published again or removed.
      const { status } = error instanceof AlmanacError ? error : {};
      throw status === 404 || status === 410 ? new EditionChanged(config) : error;
    }
  };
}

import { AlmanacError, EditionChanged } from '../../../client/errors.ts';
import { parseDigits } from '../../../client/parse-digits.ts';
import { type Host, planParts, type Table } from '../../../client/parts.ts';
import { request } from '../../../client/request.ts';
import type { Value } from '../../../contract/documents.ts';
import { DEFAULT_LIMIT } from '../../../contract/routes.ts';

/** A record: its cells by column. Numbers are strings with the digits of the source. */
export type TextRow = Readonly<Record<string, Value<string>>>;

/** The published rows of a dataset. `prefix` is what the URL of every file begins with. */
interface RowFiles extends Pick<Table, 'config' | 'count' | 'columns'> {
  prefix: string;
  isPacked: boolean;
}

/**
 * Makes a function that reads the rows `from` to `to`, from 0, exclusive, as the client does: from the pages of 100 rows, or the chunks of
 * a packed dataset. It rejects with an `EditionChanged` if the dataset was published after the page, or with a network error.
 */
export function rowReader({ config, prefix, count, columns, isPacked }: RowFiles) {
  const table: Table = { config, count, columns, integers: [], parse: parseDigits };
  const host: Host = {
    site: { prefix: '', pageSizes: [DEFAULT_LIMIT], layout: isPacked ? 'packed' : undefined },
    hasCode: isPacked ? undefined : false,
    // A reader waits for the page, so it is retried only once.
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
      // A file that is missing belonged to another edition.
      const { status } = error instanceof AlmanacError ? error : {};
      throw status === 404 || status === 410 ? new EditionChanged(config) : error;
    }
  };
}

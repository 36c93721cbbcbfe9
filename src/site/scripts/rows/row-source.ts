import { AlmanacError, isRefused } from '../../../client/errors.ts';
import { parseDigits } from '../../../client/parse-digits.ts';
import { request } from '../../../client/request.ts';
import type { ChunkIndexDocument, RecordsPage, Value } from '../../../contract/documents.ts';
import { chunkFile, chunkIndexFile, collectionFile, DEFAULT_LIMIT, pageFile } from '../../../contract/routes.ts';

/** A record: its cells by column. Numbers are texts with the digits of the source. */
export type TextRow = Readonly<Record<string, Value<string>>>;

/** Where a table takes its rows from. */
export interface RowSource {
  /** Number of rows. */
  count: number;
  /** The rows `from` to `to`, from 0, exclusive. Rejects with `DatasetChanged`, or with what the network says. */
  read(from: number, to: number, signal: AbortSignal): Promise<readonly TextRow[]>;
}

/** The dataset was published again since the page was. */
export class DatasetChanged extends Error {}

/** The published rows of a dataset. */
export interface RowFiles {
  config: string;
  /** What the URL of every file begins with. */
  prefix: string;
  count: number;
  /** Names of the columns. */
  columns: readonly string[];
  isPacked: boolean;
}

/** A page is read while a person waits, so it is not tried for long. */
const OPTIONS = { retries: 1, retryDelay: 300 };

/**
 * Reads rows from the files that each host has: the pages of 100 rows, or the chunks of a packed dataset. A host with code has those pages
 * instead of the chunks.
 */
export function publishedRows(published: RowFiles): RowSource {
  const { config, prefix, count, columns } = published;
  const load = <T>(file: string, read: (text: string) => T, signal: AbortSignal): Promise<T> =>
    request(prefix + file, OPTIONS, read, signal);

  const checked = (rows: readonly TextRow[], size: number): readonly TextRow[] => {
    const [first] = rows;
    const isSame =
      rows.length === size &&
      (!first || (Object.keys(first).length === columns.length && columns.every((name) => Object.hasOwn(first, name))));
    if (!isSame) throw new DatasetChanged();
    return rows;
  };

  const readPage = async (offset: number, signal: AbortSignal): Promise<readonly TextRow[]> => {
    const collection = { kind: 'records', config } as const;
    const file = offset === 0 ? collectionFile(collection) : pageFile(collection, { limit: DEFAULT_LIMIT, offset });
    const page = await load(file, (text) => parseDigits(text) as RecordsPage<string>, signal);
    if (Number(page.metadata.resultset.count) !== count) throw new DatasetChanged();
    return checked(page.results, Math.min(DEFAULT_LIMIT, count - offset));
  };

  let chunks: readonly number[] | null | undefined = published.isPacked ? undefined : null;
  let last: { first: number; rows: readonly TextRow[] } | undefined;
  const readChunk = async (first: number, end: number, signal: AbortSignal): Promise<readonly TextRow[]> => {
    if (last?.first !== first) {
      const rows = await load(chunkFile(config, first), (text) => parseDigits(text) as TextRow[], signal);
      last = { first, rows: checked(rows, end - first) };
    }
    return last.rows;
  };
  const findChunks = async (signal: AbortSignal): Promise<readonly number[] | null> => {
    try {
      const index = await load(chunkIndexFile(config), (text): ChunkIndexDocument => JSON.parse(text), signal);
      if (index.count !== count) throw new DatasetChanged();
      return index.chunks;
    } catch (error) {
      // A host with code answers for chunks as for any other unknown path.
      if (isRefused(error)) return null;
      throw error;
    }
  };

  return {
    count,
    async read(from, to, signal) {
      try {
        if (chunks === undefined && to > DEFAULT_LIMIT) chunks = await findChunks(signal);
        const rows: TextRow[] = [];
        if (chunks && to > DEFAULT_LIMIT) {
          for (const [at, first] of chunks.entries()) {
            const end = chunks[at + 1] ?? count;
            if (first >= to || end <= from) continue;
            rows.push(...(await readChunk(first, end, signal)).slice(Math.max(0, from - first), to - first));
          }
        } else {
          for (let offset = from - (from % DEFAULT_LIMIT); offset < to; offset += DEFAULT_LIMIT) {
            rows.push(...(await readPage(offset, signal)).slice(Math.max(0, from - offset), to - offset));
          }
        }
        return rows;
      } catch (error) {
        // A file that is missing belonged to another edition.
        if (error instanceof AlmanacError && (error.status === 404 || error.status === 410)) throw new DatasetChanged();
        throw error;
      }
    },
  };
}

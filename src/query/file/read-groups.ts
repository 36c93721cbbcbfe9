import type { ColumnChunk } from './column-chunk.ts';
import { decodeChunk } from './decode-chunk.ts';
import type { PublishedFile } from './published-file.ts';
import type { TableMetadata } from './read-metadata.ts';
import type { LoadedGroup, RowGroup } from './row-group.ts';
import type { TableColumn } from './table-column.ts';

/** Two column chunks with at most this many bytes between them are read with one request. */
const MAX_GAP = 1 << 16;
/** Number of row groups that are read ahead of the one that is worked on. */
const AHEAD = 4;

/** A row group and the columns that are needed of it. */
export interface GroupNeeds {
  group: RowGroup;
  columns: ReadonlySet<string>;
}

/** Reads the columns of row groups, and keeps them in memory for the next question. */
export class GroupReader {
  readonly #file: PublishedFile;
  readonly #columns: TableMetadata['columns'];
  readonly #maxMemory: number;
  /** By group and column; those that were used last are last. */
  readonly #kept = new Map<string, ColumnChunk>();

  /** Keeps at most `maxMemory` bytes, apart from the distinct values of columns. */
  constructor(file: PublishedFile, { columns }: TableMetadata, maxMemory: number) {
    this.#file = file;
    this.#columns = columns;
    this.#maxMemory = maxMemory;
  }

  /** Number of bytes of the file that have to be read for these needs, with what is between columns that are read together. */
  bytesFor(needs: readonly GroupNeeds[]): number {
    const runs = needs.flatMap(({ group, columns }) => runsOf(this.#missing(group, columns)));
    return runs.reduce((sum, run) => sum + (run.at(-1)?.end ?? 0) - (run[0]?.start ?? 0), 0);
  }

  /** Reads row groups in turn, the next ones ahead. */
  async *read(needs: readonly GroupNeeds[], signal?: AbortSignal): AsyncGenerator<LoadedGroup> {
    const waiting: Promise<LoadedGroup>[] = [];
    for (let at = 0; at < needs.length; at += 1) {
      for (let next = at + waiting.length; waiting.length < AHEAD && next < needs.length; next += 1) {
        const loading = this.#load(needs[next] as GroupNeeds, signal);
        // A rejection is thrown where the group is awaited. Until then, it must not count as unhandled.
        loading.catch(() => {});
        waiting.push(loading);
      }
      yield (await waiting.shift()) as LoadedGroup;
      signal?.throwIfAborted();
    }
  }

  async #load({ group, columns }: GroupNeeds, signal?: AbortSignal): Promise<LoadedGroup> {
    const found = new Map<string, ColumnChunk>();
    for (const name of columns) {
      const kept = this.#kept.get(keyOf(group, name));
      if (kept) found.set(name, kept);
    }
    const missing = this.#missing(group, columns);
    await Promise.all(
      runsOf(missing).map(async (run) => {
        const start = run[0]?.start ?? 0;
        const bytes = await this.#file.read(start, run.at(-1)?.end ?? 0, signal);
        for (const { column, ...place } of run) {
          try {
            found.set(column.name, decodeChunk(bytes.subarray(place.start - start, place.end - start), place, column));
          } catch (cause) {
            const what = `the column ${JSON.stringify(column.name)} of its row group ${group.index} is damaged, or of another edition`;
            throw this.#file.fault(`${what}: ${(cause as Error).message}`, cause);
          }
        }
      }),
    );
    this.#keep(group, found);
    return { ...group, read: (name) => found.get(name) as ColumnChunk };
  }

  #missing(group: RowGroup, columns: ReadonlySet<string>) {
    return Array.from(columns)
      .filter((name) => !this.#kept.has(keyOf(group, name)))
      .map((name) => {
        const column = this.#columns.get(name) as TableColumn;
        const place = group.chunks[column.index] as RowGroup['chunks'][number];
        return { ...place, column };
      })
      .sort((a, b) => a.start - b.start);
  }

  /** Keeps chunks, and forgets those that were not used for longest if all together take too much memory. */
  #keep(group: RowGroup, chunks: ReadonlyMap<string, ColumnChunk>): void {
    for (const [name, chunk] of chunks) {
      this.#kept.delete(keyOf(group, name));
      this.#kept.set(keyOf(group, name), chunk);
    }
    let bytes = 0;
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    for (const [oldest, kept] of this.#kept) {
      if (bytes <= this.#maxMemory) break;
      this.#kept.delete(oldest);
      bytes -= kept.bytes;
    }
  }
}

function keyOf({ index }: RowGroup, column: string): string {
  return `${index} ${column}`;
}

/** Divides places in the file, in their order, into runs that are read with one request each. */
function runsOf<T extends { start: number; end: number }>(places: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last && place.start - (last.at(-1)?.end ?? 0) <= MAX_GAP) last.push(place);
    else runs.push([place]);
  }
  return runs;
}

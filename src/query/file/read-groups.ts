import { loadAhead } from '../../client/load-ahead.ts';
import type { ColumnChunk } from './column-chunk.ts';
import { decodeChunk } from './decode-chunk.ts';
import type { PublishedFile } from './published-file.ts';
import type { ChunkPlace, LoadedGroup, RowGroup, TableColumn, TableMetadata } from './table-layout.ts';

/** Two column chunks with at most this many bytes between them are read with one request. */
const MAX_GAP = 1 << 17;
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
  /** Those that were used last are last. */
  readonly #kept = new Map<ChunkPlace, ColumnChunk>();

  /** Keeps at most `maxMemory` bytes, apart from the distinct values of columns. */
  constructor(file: PublishedFile, { columns }: TableMetadata, maxMemory: number) {
    this.#file = file;
    this.#columns = columns;
    this.#maxMemory = maxMemory;
  }

  /** Number of bytes of the file that have to be read for these needs, with what is between columns that are read together. */
  bytesFor(needs: readonly GroupNeeds[]): number {
    const runs = needs.flatMap((it) => this.#missing(it));
    return runs.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  /** Reads row groups in turn, the next ones ahead. */
  async *read(needs: readonly GroupNeeds[], signal?: AbortSignal): AsyncGenerator<LoadedGroup> {
    for await (const group of loadAhead(needs, AHEAD, (it) => this.#load(it, signal))) {
      yield group;
      signal?.throwIfAborted();
    }
  }

  /** Reads what is missing of a row group. Forgets the chunks that were not used for longest if all together take too much memory. */
  async #load(needs: GroupNeeds, signal?: AbortSignal): Promise<LoadedGroup> {
    const { group, columns } = needs;
    const places = new Set(Array.from(columns, (name) => this.#placeOf(group, name)));
    const found = new Map([...this.#kept].filter(([place]) => places.has(place)));
    await Promise.all(
      this.#missing(needs).map(async ({ start, end, parts }) => {
        const bytes = await this.#file.read(start, end, signal);
        for (const place of parts) {
          const column = this.#columns.get(place.name) as TableColumn;
          try {
            found.set(place, decodeChunk(bytes.subarray(place.start - start, place.end - start), place, column));
          } catch (cause) {
            const what = `the column ${JSON.stringify(column.name)} of its row group ${group.index} is damaged, or of another edition`;
            throw this.#file.fault(`${what}: ${(cause as Error).message}`, cause);
          }
        }
      }),
    );
    for (const [place, chunk] of found) {
      this.#kept.delete(place);
      this.#kept.set(place, chunk);
    }
    let bytes = 0;
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    for (const [oldest, kept] of this.#kept) {
      if (bytes <= this.#maxMemory) break;
      this.#kept.delete(oldest);
      bytes -= kept.bytes;
    }
    return { ...group, read: (name) => found.get(this.#placeOf(group, name)) as ColumnChunk };
  }

  #placeOf({ chunks }: RowGroup, name: string): ChunkPlace {
    return chunks[(this.#columns.get(name) as TableColumn).index] as ChunkPlace;
  }

  /** What is not in memory, in runs that are read with one request each. */
  #missing({ group, columns }: GroupNeeds) {
    const missing = [...columns].map((name) => this.#placeOf(group, name)).filter((it) => !this.#kept.has(it));
    return runsOf(missing, MAX_GAP);
  }
}

type Span = Pick<ChunkPlace, 'start' | 'end'>;

/** Joins parts with at most `gap` between them into runs that are read together. */
export function runsOf<T extends Span>(parts: readonly T[], gap: number): (Span & { parts: T[] })[] {
  const runs: (Span & { parts: T[] })[] = [];
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const last = runs.at(-1);
    if (last && part.start - last.end <= gap) {
      last.parts.push(part);
      last.end = part.end;
    } else runs.push({ start: part.start, end: part.end, parts: [part] });
  }
  return runs;
}

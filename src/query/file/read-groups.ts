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

/**
 * Reads the columns of row groups, and keeps them in memory for the next question: at most `maxMemory` bytes, apart from the distinct values
 * of columns.
 */
export function groupReader(file: PublishedFile, { columns: all }: TableMetadata, maxMemory: number) {
  /** Those that were used last are last. */
  const kept = new Map<ChunkPlace, ColumnChunk>();
  const placeOf = ({ chunks }: RowGroup, name: string) => chunks[(all.get(name) as TableColumn).index] as ChunkPlace;
  /** What is not in memory, in runs that are read with one request each. */
  const missing = ({ group, columns }: GroupNeeds) => {
    const places = [...columns].map((name) => placeOf(group, name)).filter((it) => !kept.has(it));
    return runsOf(places, MAX_GAP);
  };
  /** Reads what is missing of a row group. Forgets the chunks that were not used for longest if all together take too much memory. */
  const load = async (needs: GroupNeeds, signal?: AbortSignal): Promise<LoadedGroup> => {
    const { group, columns } = needs;
    const places = new Set(Array.from(columns, (name) => placeOf(group, name)));
    const found = new Map([...kept].filter(([place]) => places.has(place)));
    await Promise.all(
      missing(needs).map(async ({ start, end, parts }) => {
        const bytes = await file.read(start, end, signal);
        for (const place of parts) {
          const column = all.get(place.name) as TableColumn;
          try {
            found.set(place, decodeChunk(bytes.subarray(place.start - start, place.end - start), place, column));
          } catch (cause) {
            const what = `the column ${JSON.stringify(column.name)} of its row group ${group.index} is damaged, or of another edition`;
            throw file.fault(`${what}: ${(cause as Error).message}`, cause);
          }
        }
      }),
    );
    for (const [place, chunk] of found) {
      kept.delete(place);
      kept.set(place, chunk);
    }
    let bytes = 0;
    for (const chunk of kept.values()) bytes += chunk.bytes;
    for (const [oldest, chunk] of kept) {
      if (bytes <= maxMemory) break;
      kept.delete(oldest);
      bytes -= chunk.bytes;
    }
    return { ...group, read: (name) => found.get(placeOf(group, name)) as ColumnChunk };
  };
  return {
    /** Number of bytes of the file that have to be read for these needs, with what is between columns that are read together. */
    bytesFor: (needs: readonly GroupNeeds[]): number =>
      needs.flatMap(missing).reduce((sum, { start, end }) => sum + end - start, 0),
    /** Reads row groups in turn, the next ones ahead. */
    async *read(needs: readonly GroupNeeds[], signal?: AbortSignal): AsyncGenerator<LoadedGroup> {
      for await (const group of loadAhead(needs, AHEAD, (it) => load(it, signal))) {
        yield group;
        signal?.throwIfAborted();
      }
    },
  };
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

import type { Edition } from '../../compare/edition.ts';
import type { ChunkIndexDocument } from '../../contract/documents.ts';
import { CHUNK_FRAME, PAGE_FRAME, recordOffsets } from '../../contract/page-layout.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, pageFile } from '../../contract/routes.ts';
import type { Dataset } from '../../model.ts';
import { DESCRIPTIONS } from '../../publish/encode-documents.ts';
import type { Profiled } from '../task-types.ts';
import { type PreviousOutput, readDocument, readEdition } from './previous.ts';
import { recordsIn } from './records-of-edition.ts';

/** The edition of a dataset with which a new one is compared. */
export interface LastEdition {
  edition: Edition;
  /** The records with these indexes, from 0 and ascending, as JSON; those that do not exist are left out. */
  lines(indexes: readonly number[]): Promise<string[]>;
}

/** An edition as its documents describe it once it is published. */
export function editionOf(dataset: Dataset): Edition {
  const files = ['schema', 'profile', 'quality'] as const;
  return Object.fromEntries(files.map((file) => [file, JSON.parse(DESCRIPTIONS[file](dataset))])) as unknown as Edition;
}

/** The edition of a dataset in a data file. */
export function editionInFile(profiled: Profiled): LastEdition {
  const lines = async (indexes: readonly number[]): Promise<string[]> => {
    const { blocks, encode } = recordsIn(profiled);
    const [wanted, found, end] = [new Set(indexes), [] as string[], indexes.at(-1) ?? -1];
    let row = 0;
    for (const { records, recordAt } of blocks([])) {
      for (const index of records.keys()) {
        if (wanted.has(row)) found.push(encode(recordAt(index)));
        row += 1;
      }
      if (row > end) break;
    }
    return found;
  };
  return { edition: editionOf(profiled.dataset), lines };
}

/** The edition of a dataset that was published under a name; null if nothing was. */
export async function publishedEdition(previous: PreviousOutput, config: string): Promise<LastEdition | null> {
  const edition = await readEdition(previous, config);
  if (!edition) return null;
  const lines = async (indexes: readonly number[]): Promise<string[]> => {
    const isPacked = previous.index.layout === 'packed';
    const chunks = isPacked ? await readDocument<ChunkIndexDocument>(previous, chunkIndexFile(config)) : undefined;
    const firstOf = (index: number): number =>
      isPacked ? (chunks?.chunks.findLast((it) => it <= index) ?? 0) : index - (index % DEFAULT_LIMIT);
    const found: string[] = [];
    for (const [first, some] of Map.groupBy(indexes, firstOf)) {
      const window = { limit: DEFAULT_LIMIT, offset: first };
      const bytes = await previous.read(
        isPacked ? chunkFile(config, first) : pageFile({ kind: 'records', config }, window),
      );
      const wanted = some.map((index) => index - first);
      found.push(...(bytes ? recordLines(Uint8Array.from(bytes), isPacked, wanted) : []));
    }
    return found;
  };
  return { edition, lines };
}

const decoder = new TextDecoder();

/**
 * The wanted records of a page or chunk, or all, each as JSON; those that do not exist are left out. Throws an error if the file has another
 * layout.
 */
export function recordLines(bytes: Uint8Array<ArrayBuffer>, isChunk: boolean, wanted?: readonly number[]): string[] {
  const { starts } = recordOffsets(bytes, isChunk ? CHUNK_FRAME : PAGE_FRAME);
  const ends = starts.slice(1);
  return [...(wanted ?? ends.keys())].flatMap((index) => {
    const end = ends[index];
    return end === undefined ? [] : decoder.decode(bytes.subarray(starts[index], end)).replace(/,?\n$/, '');
  });
}

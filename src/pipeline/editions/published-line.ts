import type { ChunkIndexDocument } from '../../contract/documents.ts';
import { CHUNK_FRAME, PAGE_FRAME, recordOffsets } from '../../contract/page-layout.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, pageFile } from '../../contract/routes.ts';
import { type PreviousOutput, readDocument } from './previous.ts';

const decoder = new TextDecoder();

/** Reads the record with this index, from 0, of a dataset that was published, as JSON; null if there is none. */
export async function publishedLine(previous: PreviousOutput, config: string, index: number): Promise<string | null> {
  const isPacked = previous.index.layout === 'packed';
  const chunks = isPacked ? await readDocument<ChunkIndexDocument>(previous, chunkIndexFile(config)) : undefined;
  const first = isPacked ? (chunks?.chunks.findLast((it) => it <= index) ?? 0) : index - (index % DEFAULT_LIMIT);
  const window = { limit: DEFAULT_LIMIT, offset: first };
  const path = isPacked ? chunkFile(config, first) : pageFile({ kind: 'records', config }, window);
  const bytes = await previous.read(path);
  return (bytes && recordLines(Uint8Array.from(bytes), isPacked)[index - first]) ?? null;
}

/** The records of a page or chunk, each as JSON. Throws an error if the file has another layout. */
export function recordLines(bytes: Uint8Array<ArrayBuffer>, isChunk: boolean): string[] {
  const { starts } = recordOffsets(bytes, isChunk ? CHUNK_FRAME : PAGE_FRAME);
  return Array.from({ length: Math.max(0, starts.length - 1) }, (_, index) =>
    decoder.decode(bytes.subarray(starts[index], starts[index + 1])).replace(/,?\n$/, ''),
  );
}

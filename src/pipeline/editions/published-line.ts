import type { PublishedRecord } from '../../compare/judge-records.ts';
import type { ChunkIndexDocument } from '../../contract/documents.ts';
import { CHUNK_FRAME, PAGE_FRAME, recordOffsets } from '../../contract/page-layout.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, pageFile } from '../../contract/routes.ts';
import { type PreviousOutput, readDocument } from './previous.ts';

const decoder = new TextDecoder();

/** Reads the record with this index, from 0, of a dataset that was published, as JSON; null if there is none. */
export async function publishedLine(previous: PreviousOutput, config: string, index: number): Promise<string | null> {
  const { lines, first } = await fileWith(previous, config, index);
  return lines[index - first] ?? null;
}

/** Number of places from which records are taken for a sample, among the first records of a dataset, which are found again soonest. */
const PLACES = 5;
const FIRST_RECORDS = 100_000;
const RECORDS_AT_PLACE = 100;

/** A sample of the records of a dataset that was published and has `count` records. */
export async function sampleOf(previous: PreviousOutput, config: string, count: number): Promise<PublishedRecord[]> {
  const sample: PublishedRecord[] = [];
  const step = Math.ceil(Math.min(count, FIRST_RECORDS) / PLACES / RECORDS_AT_PLACE) * RECORDS_AT_PLACE;
  for (let place = 0; place < Math.min(count, FIRST_RECORDS); place += step) {
    const { lines, first } = await fileWith(previous, config, place);
    for (const line of lines.slice(place - first, place - first + RECORDS_AT_PLACE)) sample.push(JSON.parse(line));
  }
  return sample;
}

/** The records of the page or chunk that has the record with an index, and the index of the first of them. */
async function fileWith(previous: PreviousOutput, config: string, index: number) {
  const isPacked = previous.index.layout === 'packed';
  const chunks = isPacked ? await readDocument<ChunkIndexDocument>(previous, chunkIndexFile(config)) : undefined;
  const first = isPacked ? (chunks?.chunks.findLast((it) => it <= index) ?? 0) : index - (index % DEFAULT_LIMIT);
  const window = { limit: DEFAULT_LIMIT, offset: first };
  const path = isPacked ? chunkFile(config, first) : pageFile({ kind: 'records', config }, window);
  const bytes = await previous.read(path);
  return { lines: bytes ? recordLines(Uint8Array.from(bytes), isPacked) : [], first };
}

/** The records of a page or chunk, each as JSON. Throws an error if the file has another layout. */
export function recordLines(bytes: Uint8Array<ArrayBuffer>, isChunk: boolean): string[] {
  const { starts } = recordOffsets(bytes, isChunk ? CHUNK_FRAME : PAGE_FRAME);
  return Array.from({ length: Math.max(0, starts.length - 1) }, (_, index) =>
    decoder.decode(bytes.subarray(starts[index], starts[index + 1])).replace(/,?\n$/, ''),
  );
}

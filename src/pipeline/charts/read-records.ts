import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartRecord } from '../../charts/chart-data.ts';
import type { ChunkIndexDocument, Page } from '../../contract/documents.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, isPacked, pageFile, pageOffsets } from '../../contract/routes.ts';
import type { Layout } from '../../model.ts';

/**
 * Reads a dataset's records in order from the pages or chunks in a published folder, one file at a time. Numbers become doubles, which are
 * precise enough for drawing. `count` is the number of records.
 */
export function* readRecords(
  folder: string,
  config: string,
  layout: Layout | undefined,
  count: number,
): Generator<ChartRecord, void, undefined> {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const collection = { kind: 'records', config } as const;
  if (isPacked({ prefix: '', pageSizes: [], layout }, collection)) {
    const { chunks } = read(chunkIndexFile(config)) as ChunkIndexDocument;
    for (const first of chunks) yield* read(chunkFile(config, first)) as ChartRecord[];
    return;
  }
  for (const offset of pageOffsets(count, DEFAULT_LIMIT)) {
    if (offset < count)
      yield* (read(pageFile(collection, { limit: DEFAULT_LIMIT, offset })) as Page<ChartRecord>).results;
  }
}

import { readPublished } from 'virtual:almanac/published';
import type { ChunkIndexDocument } from '../../contract/documents.ts';
import { RESULTS_LINE } from '../../contract/page-layout.ts';
import { chunkFile, chunkIndexFile, collectionFile, DEFAULT_LIMIT, pageFile } from '../../contract/routes.ts';
import type { Layout } from '../../model.ts';
import { type ExactValue, parseExact } from '../exact-json.ts';
import { fullestRecord, type RowRange, sampleRanges } from './sample-rows.ts';

/** A record and its position in the file. */
export interface SampleRow {
  /** Record number, from 1. */
  number: number;
  /** Cells in column order. */
  cells: ExactValue[];
}

interface Records {
  config: string;
  count: number;
  columns: readonly string[];
  layout: Layout | undefined;
}

/**
 * Reads at most `SAMPLE_ROWS` records: the one with the fewest nulls from each of several ranges across the file. Parses only these
 * records, which is possible because each record is on a line of its own.
 */
export async function readSample({ config, count, columns, layout }: Records): Promise<SampleRow[]> {
  const lines =
    layout === 'packed' && count > DEFAULT_LIMIT ? await linesOfChunks(config, count) : linesOfPages(config, count);
  const rows: SampleRow[] = [];
  for (const range of sampleRanges(count, DEFAULT_LIMIT)) {
    const candidates = await lines(range);
    const at = fullestRecord(candidates);
    const record = parseExact((candidates[at] as string).replace(/,$/, '')) as Record<string, ExactValue>;
    rows.push({ number: range.from + at + 1, cells: columns.map((name) => record[name] ?? null) });
  }
  return rows;
}

type ReadLines = (range: RowRange) => Promise<string[]>;

function linesOfPages(config: string, count: number): ReadLines {
  const page = lastRead(async (offset) => {
    const collection = { kind: 'records', config } as const;
    const file = offset === 0 ? collectionFile(collection) : pageFile(collection, { limit: DEFAULT_LIMIT, offset });
    const text = (await readPublished(file)).split('\n');
    const first = text.indexOf(RESULTS_LINE) + 1;
    return text.slice(first, first + Math.min(DEFAULT_LIMIT, count - offset));
  });
  return async ({ from, to }) => {
    const lines: string[] = [];
    for (let offset = from - (from % DEFAULT_LIMIT); offset < to; offset += DEFAULT_LIMIT) {
      lines.push(...(await page(offset)).slice(Math.max(0, from - offset), to - offset));
    }
    return lines;
  };
}

async function linesOfChunks(config: string, count: number): Promise<ReadLines> {
  const { chunks } = JSON.parse(await readPublished(chunkIndexFile(config))) as ChunkIndexDocument;
  const chunk = lastRead(async (first) => (await readPublished(chunkFile(config, first))).split('\n').slice(1));
  return async ({ from, to }) => {
    const lines: string[] = [];
    for (const [at, first] of chunks.entries()) {
      const end = Math.min(to, chunks[at + 1] ?? count);
      if (first < to && end > from) lines.push(...(await chunk(first)).slice(Math.max(0, from - first), end - first));
    }
    return lines;
  };
}

/** Wraps a function that reads files, to keep the last file in memory: adjacent ranges may be in the same file. */
function lastRead(read: (key: number) => Promise<string[]>): (key: number) => Promise<string[]> {
  let last: { key: number; lines: Promise<string[]> } | null = null;
  return (key) => {
    if (last?.key !== key) last = { key, lines: read(key) };
    return last.lines;
  };
}

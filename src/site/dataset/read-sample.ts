import { readPublished } from 'virtual:almanac/published';
import type { ChunkIndexDocument } from '../../contract/documents.ts';
import { RESULTS_LINE } from '../../contract/page-layout.ts';
import { parseDigits } from '../../contract/parse-digits.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, pageFile, pageOffsets } from '../../contract/routes.ts';
import type { ShownRows } from '../shared/row-table.ts';
import type { TextRow } from '../shared/rows-data.ts';
import { fullestRecord, sampleRanges } from './sample-rows.ts';

/**
 * Reads at most `SAMPLE_ROWS` records: the one with the fewest nulls from each of several ranges across the file. Parses only these
 * records, which is possible because each record is on a line of its own.
 */
export async function readSample(config: string, count: number, isPacked: boolean): Promise<ShownRows['rows']> {
  const { starts, read } = isPacked ? await chunksOf(config) : pagesOf(config, count);
  // Adjacent ranges may be in the same file, so the last file stays in memory.
  let [lastStart, lines] = [-1, [] as string[]];
  const rows: ShownRows['rows'][number][] = [];
  for (const range of sampleRanges(count, DEFAULT_LIMIT)) {
    const candidates: string[] = [];
    for (const [at, start] of starts.entries()) {
      const end = Math.min(range.to, starts[at + 1] ?? count);
      if (start >= range.to || end <= range.from) continue;
      if (lastStart !== start) [lastStart, lines] = [start, await read(start)];
      candidates.push(...lines.slice(Math.max(0, range.from - start), end - start));
    }
    const at = fullestRecord(candidates);
    const cells = parseDigits((candidates[at] as string).replace(/,$/, '')) as TextRow;
    rows.push({ number: range.from + at + 1, cells });
  }
  return rows;
}

/** The files of a dataset's records, by the index of their first record. `read` returns lines that start with the records. */
function pagesOf(config: string, count: number) {
  const read = async (offset: number): Promise<string[]> => {
    const file = pageFile({ kind: 'records', config }, { limit: DEFAULT_LIMIT, offset });
    const lines = (await readPublished(file)).split('\n');
    return lines.slice(lines.indexOf(RESULTS_LINE) + 1);
  };
  return { starts: [...pageOffsets(count, DEFAULT_LIMIT)], read };
}

async function chunksOf(config: string) {
  const { chunks } = JSON.parse(await readPublished(chunkIndexFile(config))) as ChunkIndexDocument;
  const read = async (first: number) => (await readPublished(chunkFile(config, first))).split('\n').slice(1);
  return { starts: chunks, read };
}

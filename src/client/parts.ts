import type { ChunkIndexDocument, RecordsPage, Value } from '../contract/documents.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, MAX_LIMIT, pageUrl, type Window } from '../contract/routes.ts';
import { be, type Check, checked, list, must, object } from './check.ts';
import { EditionChanged, isRefused } from './errors.ts';
import type { ReadBody } from './request.ts';
import type { Service } from './service.ts';

/** The members of `Service` that are needed to read records. */
export type Host = Pick<Service, 'site' | 'hasCode' | 'read'>;

/** A record whose numbers are doubles or strings. */
export type AnyRow = Record<string, Value<number | string>>;

/** A range of records, from record `from` up to, but not including, record `to`. Records are counted from 0. The range is never empty. */
export interface Range {
  from: number;
  to: number;
}

/** What is known about one edition of a dataset, for reading and checking its records. */
export interface Table {
  config: string;
  count: number;
  /** Checks a record, as parsed. */
  record: Check;
  /** Parses JSON with numbers as doubles or as strings. */
  parse: (text: string) => unknown;
  /** Details of the dataset that every page repeats, as JSON; absent until the first page has been read. */
  head?: string;
}

/** Requests consecutive records; `retries` overrides the service's option of the same name. */
export type PartReader = (signal: AbortSignal, retries?: number) => Promise<AnyRow[]>;

/**
 * Plans the requests for a range, in order. Unpacked datasets have a file for every page, but a short range on several pages is first tried
 * as one query, unless the host is known to serve only files. Packed datasets: the first page if it is enough, else chunks or queries.
 */
export async function planParts(service: Host, table: Table, range: Range, signal: AbortSignal) {
  const { pageSizes: sizes, layout } = service.site;
  const { from, to } = range;
  const pageAt = (offset: number, limit: number): PartReader => pagePart(service, table, { limit, offset }, range);
  function* pagesFrom(first: number, size: number, end = Number.POSITIVE_INFINITY): Generator<PartReader> {
    for (let offset = first; offset < to; offset += size) yield pageAt(offset, Math.min(size, end - offset));
  }
  const isPacked = layout === 'packed';
  if (isPacked && to > DEFAULT_LIMIT) {
    const firsts = await readChunkIndex(service, table, signal);
    return firsts ? chunkParts(service, table, firsts, range) : pagesFrom(from, MAX_LIMIT, to);
  }
  const requests = (size: number): number => Math.ceil(to / size) - Math.floor(from / size);
  // Prefers the size that needs the fewest requests, and the smallest of those that need equally few.
  const [size = DEFAULT_LIMIT] = isPacked ? [] : sizes.toSorted((a, b) => requests(a) - requests(b) || a - b);
  if (requests(size) > 1 && to - from <= MAX_LIMIT && service.hasCode !== false) {
    try {
      const rows = await pageAt(from, to - from)(signal, 0);
      service.hasCode = true;
      return [async () => rows].values();
    } catch (error) {
      if (signal.aborted || error instanceof EditionChanged) throw error;
      service.hasCode = false;
    }
  }
  return pagesFrom(from - (from % size), size);
}

/** Returns a reader for the part of a range that is on one page. */
function pagePart(service: Host, table: Table, window: Window, range: Range): PartReader {
  const { config, count } = table;
  const { limit, offset } = window;
  const path = pageUrl(service.site, { kind: 'records', config }, count, window);
  const page = object({ metadata: object({ resultset: object({ offset: be(offset), limit: be(limit) }) }) });
  return recordsPart(service, path, table, offset, Math.min(offset + limit, count), range, (parsed, changed) => {
    const { metadata, results, ...rest } = checked<RecordsPage>(parsed, page);
    checked(metadata.resultset, object({ count: be(count) }), changed);
    const head = JSON.stringify([rest.source, rest.description, rest.url, rest.category]);
    table.head ??= head;
    if (head !== table.head) throw changed('another page describes the dataset otherwise');
    return results;
  });
}

/** Returns a reader for the part of a range that is in a file with the records from `first` up to, but not including, `end`. */
function recordsPart(
  service: Host,
  path: string,
  { config, record, parse }: Table,
  first: number,
  end: number,
  { from, to }: Range,
  resultsOf: (parsed: unknown, changed: (what: string) => Error) => unknown,
): PartReader {
  const read: ReadBody<AnyRow[]> = (text, _, url) => {
    const changed = (what: string): Error => new EditionChanged(config, url, what);
    const results = resultsOf(parse(text), changed);
    const wrong = list(record)(results) ?? object({ length: be(end - first) })(results);
    // If the first record is not sound, the file may be of an edition with other columns.
    if (wrong) throw (wrong.startsWith('[0]') ? changed : Error)(`records${wrong}`);
    return (results as AnyRow[]).slice(Math.max(0, from - first), to - first);
  };
  return (signal, retries) => service.read(path, read, signal, retries);
}

/** Reads which record each chunk starts with. Returns null if the host is known to answer queries, or has no chunk index. */
async function readChunkIndex(service: Host, { config, count }: Table, signal: AbortSignal) {
  if (service.hasCode) return null;
  try {
    const read: ReadBody<readonly number[]> = (text, _, url) => {
      const index = JSON.parse(text);
      checked(index, object({ count: be(count) }), (what) => new EditionChanged(config, url, what));
      return checked<ChunkIndexDocument>(index, object({ chunks: ASCENDING })).chunks;
    };
    return await service.read(chunkIndexFile(config), read, signal);
  } catch (error) {
    if (!isRefused(error)) throw error;
    service.hasCode = true;
    return null;
  }
}

function* chunkParts(service: Host, table: Table, firsts: readonly number[], range: Range): Generator<PartReader> {
  for (const [at, first] of firsts.entries()) {
    const end = firsts[at + 1] ?? table.count;
    if (first >= range.to || end <= range.from) continue;
    yield recordsPart(service, chunkFile(table.config, first), table, first, end, range, (parsed) => parsed);
  }
}

const ASCENDING = must(
  'be whole numbers that ascend from 0',
  (firsts) =>
    Array.isArray(firsts) &&
    firsts[0] === 0 &&
    firsts.every((first, at) => Number.isInteger(first) && !(first <= firsts[at - 1])),
);

import type { ChunkIndexDocument, RecordsPage, Value } from '../contract/documents.ts';
import { chunkFile, chunkIndexFile, DEFAULT_LIMIT, MAX_LIMIT, pageUrl, type Window } from '../contract/routes.ts';
import { EditionChanged, isRefused } from './errors.ts';
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
  columns: readonly string[];
  /** Names of the columns whose cells must be null or whole numbers that doubles represent exactly. */
  integers: readonly string[];
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
export async function planParts(
  service: Host,
  table: Table,
  range: Range,
  signal: AbortSignal,
): Promise<IterableIterator<PartReader>> {
  const { pageSizes: sizes, layout } = service.site;
  const { from, to } = range;
  const pageAt = (offset: number, limit: number): PartReader => pagePart(service, table, { limit, offset }, range);
  const isPacked = layout === 'packed';
  if (isPacked && to > DEFAULT_LIMIT) {
    const firsts = await readChunkIndex(service, table, signal);
    if (firsts) return chunkParts(service, table, firsts, range);
    return pageParts(from, to, MAX_LIMIT, (offset, limit) => pageAt(offset, Math.min(limit, to - offset)));
  }
  const requests = (size: number): number => Math.ceil(to / size) - Math.floor(from / size);
  // Prefers the size that needs the fewest requests, and the smallest of those that need equally few.
  const [size = DEFAULT_LIMIT] = isPacked ? [] : sizes.toSorted((a, b) => requests(a) - requests(b) || a - b);
  if (requests(size) > 1 && to - from <= MAX_LIMIT && service.hasCode !== false) {
    const rows = await tryCode(service, pageAt(from, to - from), signal);
    if (rows) return [async () => rows].values();
  }
  return pageParts(from - (from % size), to, size, pageAt);
}

function* pageParts(
  from: number,
  to: number,
  size: number,
  pageAt: (offset: number, limit: number) => PartReader,
): Generator<PartReader> {
  for (let offset = from; offset < to; offset += size) yield pageAt(offset, size);
}

/** Reads a part that only a host with code can provide. If that fails, the host counts as one without code, and the result is null. */
async function tryCode(service: Host, part: PartReader, signal: AbortSignal): Promise<AnyRow[] | null> {
  try {
    const rows = await part(signal, 0);
    service.hasCode = true;
    return rows;
  } catch (error) {
    if (signal.aborted || error instanceof EditionChanged) throw error;
    service.hasCode = false;
    return null;
  }
}

/** Returns a reader for the part of a range that is on one page. */
function pagePart(service: Host, table: Table, window: Window, { from, to }: Range): PartReader {
  const { config, count, parse } = table;
  const { limit, offset } = window;
  const path = pageUrl(service.site, { kind: 'records', config }, count, window);
  const read = (text: string): AnyRow[] => {
    const { metadata, results, source, description, url, category } = parse(text) as RecordsPage<number | string>;
    const { resultset } = metadata;
    if (Number(resultset.offset) !== offset || Number(resultset.limit) !== limit) {
      throw new Error('it is a different page');
    }
    const head = JSON.stringify([source, description, url, category]);
    table.head ??= head;
    if (Number(resultset.count) !== count || head !== table.head) throw new EditionChanged(config);
    return checkRows(results, Math.min(limit, count - offset), table).slice(Math.max(0, from - offset), to - offset);
  };
  return (signal, retries) => service.read(path, read, signal, retries);
}

/** Reads which record each chunk starts with. Returns null if the host is known to answer queries, or has no chunk index. */
async function readChunkIndex(
  service: Host,
  { config, count }: Table,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  if (service.hasCode) return null;
  try {
    const index = await service.read(chunkIndexFile(config), (text): ChunkIndexDocument => JSON.parse(text), signal);
    if (index.count !== count) throw new EditionChanged(config);
    return index.chunks;
  } catch (error) {
    if (!isRefused(error)) throw error;
    service.hasCode = true;
    return null;
  }
}

function* chunkParts(
  service: Host,
  table: Table,
  firsts: readonly number[],
  { from, to }: Range,
): Generator<PartReader> {
  for (const [at, first] of firsts.entries()) {
    const end = firsts[at + 1] ?? table.count;
    if (first >= to || end <= from) continue;
    const path = chunkFile(table.config, first);
    const read = (text: string): AnyRow[] =>
      checkRows(table.parse(text), end - first, table).slice(Math.max(0, from - first), to - first);
    yield (signal, retries) => service.read(path, read, signal, retries);
  }
}

/** Throws an error unless `rows` has `size` records, the first has the columns of the schema, and integers are exact or null. */
function checkRows(rows: unknown, size: number, { columns, integers, config }: Table): AnyRow[] {
  if (!Array.isArray(rows) || rows.length !== size) throw new Error('it has an unexpected number of records');
  const [first] = rows;
  const hasColumns =
    Object.keys(first).length === columns.length && columns.every((name) => Object.hasOwn(first, name));
  const isExact = integers.every((name) => rows.every((row) => row[name] === null || Number.isSafeInteger(row[name])));
  if (!hasColumns || !isExact) throw new EditionChanged(config);
  return rows;
}

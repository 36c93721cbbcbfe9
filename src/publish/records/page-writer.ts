import { AFTER_LAST_BYTES, BETWEEN_BYTES, CLOSE_BYTES, openPage } from '../../contract/page-layout.ts';
import { collectionFile, DEFAULT_LIMIT, pageFile, pageLinks, type Window } from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { EncodedRecords, PageSet, RecordFormat, RecordWriter } from './record-writer.ts';

/** Writes every page of records to its own file, for each page size of the site. */
export const PAGES: RecordFormat = {
  alignment: ({ pageSizes }) => pageSizes.reduce(leastCommonMultiple, 1),
  open: (output, pages, { firstRow }) => pageWriter(output, pages, firstRow),
  join: () => null,
};

/** Maximum size of a page in bytes: about half the length of the longest string in V8, the JavaScript engine of Chrome and Node. */
const MAX_PAGE_BYTES = 1 << 28;

const encoder = new TextEncoder();

/** A page that is being filled, in memory. `json` is a buffer that it may overwrite. */
export class OpenPage {
  records = 0;
  readonly window: Window;
  readonly json: ByteBuffer;

  constructor({ site, collection, count, head }: PageSet, window: Window, json = new ByteBuffer()) {
    this.window = window;
    this.json = json;
    json.length = 0;
    json.append(encoder.encode(openPage({ head, count, links: pageLinks(site, collection, count, window) }, window)));
  }

  add({ bytes, start, end, count }: EncodedRecords): void {
    if (this.records > 0) this.json.append(BETWEEN_BYTES);
    this.json.appendPart(bytes, start, end);
    this.records += count;
  }

  /** Ends the page and returns its bytes. */
  close(): Uint8Array {
    if (this.records > 0) this.json.append(AFTER_LAST_BYTES);
    this.json.append(CLOSE_BYTES);
    return this.json.bytes.subarray(0, this.json.length);
  }
}

/**
 * Writes the pages of a collection, or of a part of it that starts at a page boundary in every page size. Keeps one page of each size in
 * memory. `firstRow` is the index of the first record to add. `add` throws a `ProblemError` if a page would exceed 256 MiB.
 */
export function pageWriter(output: Output, pages: PageSet, firstRow = 0): RecordWriter {
  const { collection, count } = pages;
  const { pageSizes } = pages.site;
  if (pageSizes.some((limit) => firstRow % limit !== 0)) throw new Error(`no page begins at record ${firstRow}`);
  let row = firstRow;
  const write = (page: OpenPage): void => {
    const body = page.close();
    const { limit, offset } = page.window;
    output.write(pageFile(collection, page.window), body);
    if (limit === DEFAULT_LIMIT && offset === 0) output.write(collectionFile(collection), body);
  };
  const open = pageSizes.map((limit) => new OpenPage(pages, { limit, offset: row }));
  return {
    /** Number of records that can be added until one of the open pages is full. */
    get capacity() {
      return Math.min(...open.map(({ window, records }) => window.limit - records));
    },
    add(records) {
      row += records.count;
      for (const [index, page] of open.entries()) {
        const { limit, offset } = page.window;
        if (page.json.length + records.end - records.start > MAX_PAGE_BYTES) {
          throw tooLarge(limit, `records ${offset + 1} to ${row} of ${collectionFile(collection)}`);
        }
        page.add(records);
        if (page.records < limit) continue;
        write(page);
        open[index] = new OpenPage(pages, { limit, offset: row }, page.json);
      }
    },
    /** In the last part, writes the last page of each size, which is empty if the last record filled the page before it. */
    end(isLast) {
      if (isLast && row !== count) throw new Error(`expected ${count} records, but got ${row}`);
      if (isLast) for (const page of open) write(page);
      return [];
    },
  };
}

function leastCommonMultiple(a: number, b: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return (a / divisor(a, b)) * b;
}

function tooLarge(limit: number, records: string): ProblemError {
  const size = `their JSON exceeds ${MAX_PAGE_BYTES / 2 ** 20} MiB`;
  const message = `${records} belong on one page of ${limit} records, but ${size}`;
  return new ProblemError(problem('record-too-large', { file: null }, message, 'Shorten the values in these records.'));
}

import { CLOSE, openPage } from '../../contract/page-layout.ts';
import { collectionFile, DEFAULT_LIMIT, pageFile, pageLinks } from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { leastCommonMultiple } from './least-common-multiple.ts';
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
const CLOSING = encoder.encode(CLOSE);
const BETWEEN = encoder.encode(',\n');
const LAST = encoder.encode('\n');

/**
 * Writes the pages of a collection, or of a part of it that starts at a page boundary in every page size. Keeps one page of each size in
 * memory. `firstRow` is the index in the collection of the first record to add. `add` throws a `ProblemError` if a page would exceed 256 MiB.
 */
export function pageWriter(output: Output, { site, collection, count, head }: PageSet, firstRow = 0): RecordWriter {
  const { pageSizes } = site;
  if (pageSizes.some((limit) => firstRow % limit !== 0)) throw new Error(`no page begins at record ${firstRow}`);
  let row = firstRow;
  const begin = (page: OpenPage): OpenPage => {
    const window = { limit: page.limit, offset: row };
    const text = openPage({ head, count, links: pageLinks(site, collection, count, window) }, window);
    page.begin(encoder.encode(text), row);
    return page;
  };
  const write = (page: OpenPage): OpenPage => {
    const { limit, offset } = page;
    const body = page.close();
    output.write(pageFile(collection, { limit, offset }), body);
    if (limit === DEFAULT_LIMIT && offset === 0) output.write(collectionFile(collection), body);
    return page;
  };
  const open = pageSizes.map((limit) => begin(new OpenPage(limit)));
  return {
    /** Number of records that can be added until one of the open pages is full. */
    get capacity() {
      return Math.min(...open.map((page) => page.limit - page.records));
    },
    add(records) {
      row += records.count;
      for (const page of open) {
        if (page.length + records.end - records.start > MAX_PAGE_BYTES) {
          throw tooLarge(page, `records ${page.offset + 1} to ${row} of ${collectionFile(collection)}`);
        }
        page.add(records);
        if (page.records === page.limit) begin(write(page));
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

function tooLarge({ limit }: OpenPage, records: string): ProblemError {
  const size = `their JSON exceeds ${MAX_PAGE_BYTES / 2 ** 20} MiB`;
  const message = `${records} belong on one page of ${limit} records, but ${size}`;
  return new ProblemError(problem('record-too-large', { file: null }, message, 'Shorten the values in these records.'));
}

class OpenPage extends ByteBuffer {
  readonly limit: number;
  offset = 0;
  records = 0;

  constructor(limit: number) {
    super();
    this.limit = limit;
  }

  begin(head: Uint8Array, offset: number): void {
    this.offset = offset;
    this.records = 0;
    this.length = 0;
    this.append(head);
  }

  /** Adds the next records. The page must have room for them. */
  add({ bytes, start, end, count }: EncodedRecords): void {
    if (this.records > 0) this.append(BETWEEN);
    this.appendPart(bytes, start, end);
    this.records += count;
  }

  /** Completes the page. The returned bytes are valid until `begin` is called. */
  close(): Uint8Array {
    if (this.records > 0) this.append(LAST);
    this.append(CLOSING);
    return this.bytes.subarray(0, this.length);
  }
}

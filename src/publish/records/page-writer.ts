import { CLOSE, openPage } from '../../contract/page-layout.ts';
import { collectionFile, DEFAULT_LIMIT, pageFile, pageLinks } from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { leastCommonMultiple } from './least-common-multiple.ts';
import type { PageSet, RecordFormat, RecordWriter } from './record-writer.ts';

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
 * memory. `firstRow` is the index of the first record to add. `add` throws a `ProblemError` if a page would exceed 256 MiB.
 */
export function pageWriter(output: Output, { site, collection, count, head }: PageSet, firstRow = 0): RecordWriter {
  const { pageSizes } = site;
  if (pageSizes.some((limit) => firstRow % limit !== 0)) throw new Error(`no page begins at record ${firstRow}`);
  let row = firstRow;
  const begin = (page: OpenPage): OpenPage => {
    const window = { limit: page.limit, offset: row };
    const text = openPage({ head, count, links: pageLinks(site, collection, count, window) }, window);
    page.json.length = 0;
    page.json.append(encoder.encode(text));
    return Object.assign(page, { offset: row, records: 0 });
  };
  const write = (page: OpenPage): OpenPage => {
    const { limit, offset, records, json } = page;
    if (records > 0) json.append(LAST);
    json.append(CLOSING);
    const body = json.bytes.subarray(0, json.length);
    output.write(pageFile(collection, { limit, offset }), body);
    if (limit === DEFAULT_LIMIT && offset === 0) output.write(collectionFile(collection), body);
    return page;
  };
  const open = pageSizes.map((limit) => begin({ limit, offset: 0, records: 0, json: new ByteBuffer() }));
  return {
    /** Number of records that can be added until one of the open pages is full. */
    get capacity() {
      return Math.min(...open.map((page) => page.limit - page.records));
    },
    add({ bytes, start, end, count: added }) {
      row += added;
      for (const page of open) {
        if (page.json.length + end - start > MAX_PAGE_BYTES) {
          throw tooLarge(page, `records ${page.offset + 1} to ${row} of ${collectionFile(collection)}`);
        }
        if (page.records > 0) page.json.append(BETWEEN);
        page.json.appendPart(bytes, start, end);
        page.records += added;
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

interface OpenPage {
  limit: number;
  /** Index in the collection of the first record, and number of records so far. */
  offset: number;
  records: number;
  json: ByteBuffer;
}

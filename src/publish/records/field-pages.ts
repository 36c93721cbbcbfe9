import { CLOSE, openPage } from '../../contract/page-text.ts';
import {
  type Collection,
  collectionFile,
  DEFAULT_LIMIT,
  pageFile,
  pageLinks,
  type Site,
} from '../../contract/routes.ts';
import type { ByteEncoder, EncodedRecords } from '../../fast-path/encode-records.ts';
import type { ByteBlock, Output } from '../../model.ts';
import { ByteBuffer } from './byte-buffer.ts';

const encoder = new TextEncoder();
const CLOSING = encoder.encode(CLOSE);
const BETWEEN = encoder.encode(',\n');
const LAST = encoder.encode('\n');

/** What is the same on all pages of a dataset's records. */
export interface RecordPages {
  site: Site;
  config: string;
  /** Records of the whole dataset. */
  count: number;
  /** What stands in front of a page's metadata. */
  head: string;
}

/** Writes the pages of a part of a dataset's records, which begins where a page of each size begins, from their bytes. */
export class FieldPages {
  readonly #output: Output;
  readonly #pages: RecordPages;
  readonly #collection: Collection;
  readonly #encoder: ByteEncoder;
  readonly #open: OpenPage[];
  #row: number;

  /** `firstRow` is the number of the part's first record among all, from 0. */
  constructor(output: Output, pages: RecordPages, encode: ByteEncoder, firstRow: number) {
    this.#output = output;
    this.#pages = pages;
    this.#collection = { kind: 'records', config: pages.config };
    this.#encoder = encode;
    this.#row = firstRow;
    if (pages.site.pageSizes.some((limit) => firstRow % limit !== 0)) throw new Error(`no page begins at ${firstRow}`);
    this.#open = pages.site.pageSizes.map((limit) => this.#begin(new OpenPage(limit), firstRow));
  }

  /** Takes the records that follow. */
  add(block: ByteBlock): void {
    for (let record = 0; record < block.records; ) {
      const missing = Math.min(...this.#open.map((page) => page.limit - page.records));
      const encoded = this.#encoder.encode(block, record, Math.min(block.records, record + missing));
      for (const page of this.#open) page.add(encoded, encoded.next - record);
      this.#row += encoded.next - record;
      record = encoded.next;
      for (const page of this.#open) if (page.records === page.limit) this.#begin(this.#write(page), this.#row);
    }
  }

  /** To be told behind the last part: the last page of each size is written, the empty one where the last full page ended here. */
  finish(): void {
    if (this.#row !== this.#pages.count) {
      throw new Error(`${this.#pages.count} records were announced, and ${this.#row} came`);
    }
    for (const page of this.#open) this.#write(page);
  }

  #begin(page: OpenPage, offset: number): OpenPage {
    const { site, count, head } = this.#pages;
    const window = { limit: page.limit, offset };
    const text = openPage({ head, count, links: pageLinks(site, this.#collection, count, window) }, window);
    page.begin(encoder.encode(text), offset);
    return page;
  }

  #write(page: OpenPage): OpenPage {
    const { limit, offset } = page;
    const body = page.close();
    this.#output.write(pageFile(this.#collection, { limit, offset }), body);
    if (limit === DEFAULT_LIMIT && offset === 0) this.#output.write(collectionFile(this.#collection), body);
    return page;
  }
}

/** A page that is being filled. */
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

  /** Takes so many records that follow; not more than belong on the page. */
  add({ bytes, start, end }: EncodedRecords, count: number): void {
    if (this.records > 0) this.append(BETWEEN);
    this.appendPart(bytes, start, end);
    this.records += count;
  }

  /** The whole page, until the next is begun. */
  close(): Uint8Array {
    if (this.records > 0) this.append(LAST);
    this.append(CLOSING);
    return this.bytes.subarray(0, this.length);
  }
}

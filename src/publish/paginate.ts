import type { Output } from '../model.ts';
import { joinPage } from './page-layout.ts';
import {
  type Collection,
  collectionFile,
  DEFAULT_LIMIT,
  pageFile,
  pageLinks,
  type Site,
  type Window,
} from './routes.ts';

/**
 * Writes the pages of a collection, in every page size of the site, from its records one after the other. `head` is
 * what stands in front of a page's metadata. Holds one page of each size at a time.
 */
export class Paginator {
  readonly #output: Output;
  readonly #site: Site;
  readonly #collection: Collection;
  readonly #count: number;
  readonly #head: string;
  readonly #pages: { limit: number; offset: number; records: string[] }[];

  constructor(output: Output, site: Site, collection: Collection, count: number, head: string) {
    this.#output = output;
    this.#site = site;
    this.#collection = collection;
    this.#count = count;
    this.#head = head;
    this.#pages = site.pageSizes.map((limit) => ({ limit, offset: 0, records: [] }));
  }

  /** Takes the JSON of the next record. */
  add(record: string): void {
    for (const page of this.#pages) {
      page.records.push(record);
      if (page.records.length === page.limit) {
        this.#write(page, page.records);
        page.offset += page.limit;
        page.records = [];
      }
    }
  }

  /** Writes the last page of each size: the empty one at offset = count when the last full page ended there. */
  finish(): void {
    for (const page of this.#pages) {
      const taken = page.offset + page.records.length;
      if (taken !== this.#count) throw new Error(`${this.#count} records were announced, and ${taken} came`);
      this.#write(page, page.records);
    }
  }

  #write(window: Window, records: readonly string[]): void {
    const links = pageLinks(this.#site, this.#collection, this.#count, window);
    const body = joinPage({ head: this.#head, count: this.#count, links, records }, window);
    this.#output.write(pageFile(this.#collection, window), body);
    if (window.limit === DEFAULT_LIMIT && window.offset === 0) {
      this.#output.write(collectionFile(this.#collection), body);
    }
  }
}

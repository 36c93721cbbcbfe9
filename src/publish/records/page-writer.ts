import { joinPage } from '../../contract/page-text.ts';
import {
  type Collection,
  collectionFile,
  DEFAULT_LIMIT,
  pageFile,
  pageLinks,
  type Site,
  type Window,
} from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** Longest page that is written, in UTF-16 code units: there are no strings of twice as many. */
const LONGEST_PAGE = 1 << 28;

/**
 * Writes the pages of a collection, in every page size of the site, from its records one after the other. `head` is
 * what stands in front of a page's metadata. Holds one page of each size at a time. Throws a `ProblemError` where records are so
 * long that a page would be too long.
 */
export class PageWriter {
  readonly #output: Output;
  readonly #site: Site;
  readonly #collection: Collection;
  readonly #count: number;
  readonly #head: string;
  readonly #pages: { limit: number; offset: number; records: string[]; length: number }[];

  constructor(output: Output, site: Site, collection: Collection, count: number, head: string) {
    this.#output = output;
    this.#site = site;
    this.#collection = collection;
    this.#count = count;
    this.#head = head;
    this.#pages = site.pageSizes.map((limit) => ({ limit, offset: 0, records: [], length: 0 }));
  }

  /** Takes the JSON of the next record. */
  add(record: string): void {
    for (const page of this.#pages) {
      page.records.push(record);
      page.length += record.length;
      if (page.length > LONGEST_PAGE) throw this.#tooLong(page);
      if (page.records.length === page.limit) {
        this.#write(page, page.records);
        page.offset += page.limit;
        page.records = [];
        page.length = 0;
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

  #tooLong({ limit, offset, records }: Window & { records: readonly string[] }): ProblemError {
    const name = collectionFile(this.#collection);
    return new ProblemError(
      problem(
        'record-too-large',
        { file: null },
        `the records ${offset + 1} to ${offset + records.length} of ${name} have ${LONGEST_PAGE / 2 ** 20} million characters together, and must stand on one page of ${limit}`,
        'Shorten what is in their cells.',
      ),
    );
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

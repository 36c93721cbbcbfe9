import type { ReadPublished } from '../model.ts';
import { joinPage, splitPage } from '../publish/page-layout.ts';
import {
  type Collection,
  collectionFile,
  hasPageFile,
  type PageLinks,
  pageFile,
  pageLinks,
  type Site,
  type Window,
} from '../publish/routes.ts';

/** A page as it is sent. */
export interface Page {
  body: Uint8Array<ArrayBuffer>;
  links: PageLinks;
}

/**
 * Any window of a collection of `count` records: its file where there is one, else cut line by line out of the page
 * files it lies in. Throws when a published file is missing.
 */
export async function readWindow(
  read: ReadPublished,
  site: Site,
  collection: Collection,
  count: number,
  window: Window,
): Promise<Page> {
  const links = pageLinks(site, collection, count, window);
  if (hasPageFile(site, count, window)) {
    return { body: await readFile(read, pageFile(collection, window)), links };
  }
  const pageSize = Math.max(...site.pageSizes);
  const end = Math.min(window.offset + window.limit, count);
  const files: string[] = [];
  for (let offset = window.offset - (window.offset % pageSize); offset < end; offset += pageSize) {
    files.push(pageFile(collection, { limit: pageSize, offset }));
  }
  // Behind the end there are no records, but the head is the same on every page.
  if (files.length === 0) files.push(collectionFile(collection));
  const pages = await Promise.all(files.map(async (file) => splitPage(decode(await readFile(read, file)))));
  const skipped = window.offset % pageSize;
  const records =
    window.offset >= count ? [] : pages.flatMap((page) => page.records).slice(skipped, skipped + window.limit);
  const text = joinPage({ head: pages[0]?.head ?? '', count, links, records }, window);
  return { body: new TextEncoder().encode(text), links };
}

async function readFile(read: ReadPublished, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await read(file);
  if (!bytes) throw new Error(`${file} is missing from the published folder`);
  return bytes;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

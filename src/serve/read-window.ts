import { framePage, type PageFrame, type PagePiece, splicePage } from '../publish/page-layout.ts';
import {
  type Collection,
  collectionFile,
  hasPageFile,
  type PageLinks,
  pageFile,
  pageLinks,
  type Window,
} from '../publish/routes.ts';
import type { Content, Edition } from './edition.ts';

/** A page as it is sent. */
export interface Page {
  content: Content;
  links: PageLinks;
}

/**
 * Any window of a collection of `count` records: its file where there is one, else spliced from the bytes of the page files
 * it lies in. Throws when a published file is missing.
 */
export async function readWindow(
  edition: Edition,
  collection: Collection,
  count: number,
  window: Window,
): Promise<Page> {
  const { site } = edition.index;
  const links = pageLinks(site, collection, count, window);
  const content = hasPageFile(site, count, window)
    ? await edition.open(pageFile(collection, window))
    : await spliceWindow(edition, collection, count, links, window);
  return { content, links };
}

async function spliceWindow(
  edition: Edition,
  collection: Collection,
  count: number,
  links: PageLinks,
  window: Window,
): Promise<Content> {
  const { site, largestPage: limit } = edition.index;
  const end = Math.min(window.offset + window.limit, count);
  const offsets: number[] = [];
  for (let offset = window.offset - (window.offset % limit); offset < end; offset += limit) offsets.push(offset);
  const paths = offsets.map((offset) => pageFile(collection, { limit, offset }));
  // Behind the end there are no records, but the head is the same on every page.
  if (paths.length === 0) paths.push(collectionFile(collection));
  const files = (await edition.openAll(paths)).map(framed);
  const pieces = offsets.map((offset, at): PagePiece => {
    const { bytes, frame } = files[at] as FramedPage;
    const to = Math.min(end - offset, frame.starts.length - 1);
    return { bytes, frame, from: Math.max(window.offset - offset, 0), to };
  });
  const { frame } = files[0] as FramedPage;
  // What is sent depends on nothing else; a digest of it would take longer than all the rest.
  const tags = files.map(({ etag }) => etag.slice(1, -1)).join('.');
  return {
    bytes: splicePage(frame.top, pieces, count, links, window),
    etag: `"${tags}.${window.limit}.${window.offset}.${site.pageSizes.join('.')}"`,
  };
}

type FramedPage = Content & { frame: PageFrame };

/** A page file with its frame, which is found once. */
function framed(page: Content): FramedPage {
  page.frame ??= framePage(page.bytes);
  return page as FramedPage;
}

import { frameChunk, framePage, type PageFrame, type PagePiece, splicePage } from '../contract/page-text.ts';
import {
  type Collection,
  chunkFile,
  chunkIndexFile,
  collectionFile,
  DEFAULT_LIMIT,
  hasPageUrl,
  isPacked,
  type PageLinks,
  pageFile,
  pageLinks,
  type Site,
  schemaFile,
  type Window,
} from '../contract/routes.ts';
import { linkHeader } from './link-header.ts';
import { readChunkIndex } from './published-index.ts';
import { type Content, type PublishedVersion, wholeOf } from './published-version.ts';
import { whenReady } from './when-ready.ts';

/**
 * Any window of a collection of `count` records: its file where there is one, else spliced from the bytes of the files it lies
 * in, page files or chunks. Throws when a published file is missing, or has other records than it must have.
 */
export function readWindow(
  edition: PublishedVersion,
  collection: Collection,
  count: number,
  window: Window,
): Content | Promise<Content> {
  const { site } = edition.index;
  const linkOf = (links: PageLinks): string =>
    linkHeader(links, collection.kind === 'records' ? site.prefix + schemaFile(collection.config) : null);
  const file = fileOf(site, collection, count, window);
  if (file !== null) {
    return whenReady(edition.open(file), (content) => {
      content.link ??= linkOf(pageLinks(site, collection, count, window));
      return content;
    });
  }
  return edition.assemble(pageFile(collection, window), () =>
    whenReady(filesOf(edition, collection, count, window), (files) => {
      const links = pageLinks(site, collection, count, window);
      return { ...splice(files, count, links, window, site), link: linkOf(links) };
    }),
  );
}

/** The file that a window is; null when there is none. */
function fileOf(site: Site, collection: Collection, count: number, window: Window): string | null {
  if (!isPacked(site, collection)) return hasPageUrl(site, count, window) ? pageFile(collection, window) : null;
  return window.limit === DEFAULT_LIMIT && window.offset === 0 ? collectionFile(collection) : null;
}

/** The files that a window lies in. */
interface WindowFiles {
  /** What every page of the collection begins with, to the end of its head. */
  top: Uint8Array<ArrayBuffer>;
  files: readonly FramedContent[];
  /** Number of the first record of each file, where the window has records. */
  firsts: readonly number[];
  /** Entity tags of all that the page depends on, beside the window and the page sizes. */
  tags: readonly string[];
}

function filesOf(
  edition: PublishedVersion,
  collection: Collection,
  count: number,
  window: Window,
): WindowFiles | Promise<WindowFiles> {
  const end = Math.min(window.offset + window.limit, count);
  const { site } = edition.index;
  return collection.kind === 'records' && isPacked(site, collection)
    ? chunksOf(edition, collection.config, window.offset, end)
    : pagesOf(edition, collection, window.offset, end);
}

function pagesOf(
  edition: PublishedVersion,
  collection: Collection,
  offset: number,
  end: number,
): WindowFiles | Promise<WindowFiles> {
  const limit = edition.index.largestPage;
  const firsts: number[] = [];
  for (let first = offset - (offset % limit); first < end; first += limit) firsts.push(first);
  const paths = firsts.map((first) => pageFile(collection, { limit, offset: first }));
  // Behind the end there are no records, but the head is the same on every page.
  if (paths.length === 0) paths.push(collectionFile(collection));
  return whenReady(edition.openAll(paths), (contents) => {
    const files = contents.map((content) => framed(content, framePage));
    return { top: (files[0] as FramedContent).frame.top, files, firsts, tags: files.map(({ etag }) => etag) };
  });
}

async function chunksOf(edition: PublishedVersion, config: string, offset: number, end: number): Promise<WindowFiles> {
  const index = await edition.open(chunkIndexFile(config));
  index.chunks ??= readChunkIndex(wholeOf(index));
  const { top, firsts: all } = index.chunks;
  const firsts = offset < end ? all.slice(lastUpTo(all, offset), lastUpTo(all, end - 1) + 1) : [];
  const files = (await edition.openAll(firsts.map((first) => chunkFile(config, first)))).map((content) =>
    framed(content, frameChunk),
  );
  // What stands around the records depends on the index.
  return { top, files, firsts, tags: [index, ...files].map(({ etag }) => etag) };
}

/** Index of the last of some ascending numbers that is not above a limit; the first is not. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

function splice(
  { top, files, firsts, tags }: WindowFiles,
  count: number,
  links: PageLinks,
  window: Window,
  site: Site,
): Content {
  const end = Math.min(window.offset + window.limit, count);
  const pieces = firsts.map((first, at): PagePiece => {
    const { frame, ...file } = files[at] as FramedContent;
    const to = Math.min(end - first, frame.starts.length - 1);
    return { bytes: wholeOf(file), frame, from: Math.max(window.offset - first, 0), to };
  });
  const found = pieces.reduce((sum, { from, to }) => sum + Math.max(to - from, 0), 0);
  if (found !== Math.max(end - window.offset, 0)) throw new Error('published files do not belong together');
  // What is sent depends on nothing else; a digest of it would take longer than all the rest.
  const from = tags.map((tag) => tag.slice(1, -1)).join('.');
  return {
    parts: splicePage(top, pieces, count, links, window),
    etag: `"${from}.${window.limit}.${window.offset}.${site.pageSizes.join('.')}"`,
  };
}

type FramedContent = Content & { frame: PageFrame };

/** A published file with its frame, which is found once. */
function framed(content: Content, frame: (bytes: Uint8Array<ArrayBuffer>) => PageFrame): FramedContent {
  content.frame ??= frame(wholeOf(content));
  return content as FramedContent;
}

import type { PageLinks } from '../contract/documents.ts';
import {
  CHUNK_FRAME,
  type Frame,
  lengthOf,
  PAGE_FRAME,
  type PagePiece,
  type RecordOffsets,
  recordOffsets,
  splicePage,
  streamedRecordOffsets,
} from '../contract/page-layout.ts';
import {
  type Collection,
  chunkFile,
  chunkIndexFile,
  collectionFile,
  DEFAULT_LIMIT,
  datasetFile,
  hasPageUrl,
  isPacked,
  pageFile,
  pageLinks,
  type Site,
  type Window,
} from '../contract/routes.ts';
import { type Bytes, bytesOf, type FileRange } from './body.ts';
import { linkHeader } from './link-header.ts';
import type { Content, PublishedVersion } from './published-version.ts';
import { readChunkIndex } from './service-index.ts';
import { allReady, whenReady } from './when-ready.ts';

/**
 * Reads any window of a collection with `count` records. If the window has no file of its own, it is spliced from the page files or
 * chunks that contain its records. Rejects if a file is missing, or if the files do not contain all records of the window.
 */
export function readWindow(version: PublishedVersion, collection: Collection, count: number, window: Window) {
  const { site } = version.index;
  const linkOf = (links: PageLinks): string =>
    linkHeader(links, collection.kind === 'records' ? site.prefix + datasetFile('schema', collection.config) : null);
  const file = fileOf(site, collection, count, window);
  if (file !== null) {
    return whenReady(version.open(file), (content) => {
      content.link ??= linkOf(pageLinks(site, collection, count, window));
      return content;
    });
  }
  const end = Math.min(window.offset + window.limit, count);
  return version.assemble(pageFile(collection, window), () => {
    const opened =
      collection.kind === 'records' && isPacked(site, collection)
        ? chunksOf(version, collection.config, window.offset, end)
        : pagesOf(version, collection, window.offset, end);
    return whenReady(opened, ({ top, files, firsts, tags }) => {
      const pieces = firsts.map((first, at): PagePiece<Bytes | FileRange> => {
        const { offsets, parts, isStreamed } = files[at] as LocatedContent;
        const to = Math.min(end - first, offsets.starts.length - 1);
        const bytes = isStreamed ? (parts[0] as FileRange) : bytesOf({ parts });
        return { bytes, offsets, from: Math.max(window.offset - first, 0), to };
      });
      const found = pieces.reduce((sum, { from, to }) => sum + Math.max(to - from, 0), 0);
      if (found !== Math.max(end - window.offset, 0))
        throw new Error('the published files do not contain all records of the page');
      const links = pageLinks(site, collection, count, window);
      const parts = splicePage(top, pieces, count, links, window);
      // The entity tag is composed of the files' tags, the window and the page sizes, which together determine the page. Hashing the page
      // would take longer than assembling it.
      const from = tags.map((tag) => tag.slice(1, -1)).join('.');
      return {
        parts,
        etag: `"${from}.${window.limit}.${window.offset}.${site.pageSizes.join('.')}"`,
        ...(parts.every((part) => part instanceof Uint8Array) ? {} : { isStreamed: true }),
        link: linkOf(links),
      };
    });
  });
}

/** Path of the file that contains exactly this window; null if no file does. */
function fileOf(site: Site, collection: Collection, count: number, window: Window): string | null {
  if (!isPacked(site, collection)) return hasPageUrl(site, count, window) ? pageFile(collection, window) : null;
  return window.limit === DEFAULT_LIMIT && window.offset === 0 ? collectionFile(collection) : null;
}

/**
 * The files with the records of a window, and the positions of their first records: none if the window has no records. `top` is as in
 * `ChunkIndex`; `tags` are the entity tags of all files that the page depends on.
 */
function pagesOf(version: PublishedVersion, collection: Collection, offset: number, end: number) {
  const limit = version.index.largestPage;
  const firsts: number[] = [];
  for (let first = offset - (offset % limit); first < end; first += limit) firsts.push(first);
  const paths = firsts.map((first) => pageFile(collection, { limit, offset: first }));
  // A window after the last record may have no files, but its head can be read from any page.
  if (paths.length === 0) paths.push(collectionFile(collection));
  const opened = paths.map((path) => whenReady(version.open(path), (content) => located(content, version, PAGE_FRAME)));
  return whenReady(allReady(opened), (files) => ({
    top: (files[0] as LocatedContent).offsets.top,
    files,
    firsts,
    tags: files.map(({ etag }) => etag),
  }));
}

/** Like `pagesOf`, for a packed dataset. */
async function chunksOf(version: PublishedVersion, config: string, offset: number, end: number) {
  const index = await version.openWhole(chunkIndexFile(config));
  index.chunks ??= readChunkIndex(bytesOf(index));
  const { top, firsts: all } = index.chunks;
  const from = all.findLastIndex((first) => first <= offset);
  const to = all.findLastIndex((first) => first < end) + 1;
  const firsts = offset < end ? all.slice(from, to) : [];
  const paths = firsts.map((first) => chunkFile(config, first));
  const isFew = paths.length <= MAX_CHUNKS_IN_MEMORY;
  const files: LocatedContent[] = [];
  // Many files are scanned one at a time, without keeping their bytes in memory.
  for (const path of paths) {
    const content = await (isFew ? version.open(path) : version.openStreamed(path));
    files.push(await located(content, version, CHUNK_FRAME));
  }
  // The head of the page comes from the index, so the page depends on the index too.
  return { top, files, firsts, tags: [index, ...files].map(({ etag }) => etag) };
}

type LocatedContent = Content & { offsets: RecordOffsets };

/** Windows that span more chunks are streamed: they contain at least one entire chunk, which may have almost `MAX_IN_MEMORY` bytes. */
const MAX_CHUNKS_IN_MEMORY = 2;

/** Finds the offsets of the records in a published file and stores them in its content. */
function located(content: Content, version: PublishedVersion, frame: Frame): LocatedContent | Promise<LocatedContent> {
  if (content.offsets) return content as LocatedContent;
  const found = content.isStreamed
    ? streamedRecordOffsets(lengthOf(content.parts), version.scan(content), frame)
    : recordOffsets(bytesOf(content), frame);
  return whenReady(found, (offsets) => Object.assign(content, { offsets }));
}

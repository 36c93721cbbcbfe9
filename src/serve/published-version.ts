import { joinParts, lengthOf, type RecordOffsets } from '../contract/page-layout.ts';
import { COMPRESSED_ENDINGS, MAX_IN_MEMORY } from '../contract/routes.ts';
import type { OpenPublished, PublishedFile, ReadPublished } from '../model.ts';
import { type Bytes, bytesOf, closeAll, FileRange, filesBody, type StreamedBody } from './body.ts';
import { digestTag, encodedTag, entityTag } from './conditional.ts';
import type { ChunkIndex, ServiceIndex } from './service-index.ts';
import { allReady } from './when-ready.ts';

/** Bytes to send, and what is known about them. */
export interface Content {
  /** The bytes in parts, in order; a file is a single part. Parts on the disk are ranges of files. */
  parts: readonly (Bytes | FileRange)[];
  /** A strong entity tag of the bytes. */
  etag: string;
  /** Media type of the bytes; that of JSON if absent. */
  mediaType?: string;
  /** `Link` field of a response with these bytes, once it is known. */
  link?: string;
  /** A request may ask for a range of the bytes. They are a file. */
  hasRanges?: boolean;
  /** Some parts are on the disk. */
  isStreamed?: boolean;
  /** Path of the published file with these bytes; absent if they are not a file. */
  file?: string;
  /** Offsets of the records, once they have been looked for. */
  offsets?: RecordOffsets;
  /** The bytes as an index of chunks, once they have been parsed. */
  chunks?: ChunkIndex;
}

/** A content coding. */
export type Encoding = keyof typeof COMPRESSED_ENDINGS;

/** Content codings that a host can produce, the preferred one first. */
export type Compressors = Partial<Record<Encoding, (bytes: Bytes) => Promise<Bytes>>>;

/** Keeps contents, and may drop any of them at any time. A `Map` fits. */
export interface ContentCache {
  get(key: string): Content | undefined;
  set(key: string, content: Content): unknown;
}

/** Access to a published folder. */
export interface FolderAccess {
  read: ReadPublished;
  /** Opens files that are too large for the memory; absent if all files are read as a whole. */
  open?: OpenPublished | undefined;
  /** Paths of the files outside /v1 that may be sent; absent if somebody else serves them. */
  list?: (() => Promise<Iterable<string>>) | undefined;
  /** Identifies the version that is published now: each build changes it. */
  versionId: () => Promise<string>;
  /** Does some work when no request waits for it; absent if there is no such time. */
  later?: ((work: () => void) => void) | undefined;
  /** Makes the cache of a version; without it nothing is cached. */
  createCache?: (() => ContentCache) | undefined;
}

/** Thrown when a version's files may have been replaced by those of another version. */
export class VersionReplaced extends Error {}

/** Thrown instead of waiting, while only what is in memory may be used. */
class NotInMemory extends Error {}

/** What one build published: its index, and only files that belong to it. */
export class PublishedVersion {
  readonly id: string;
  readonly index: ServiceIndex;
  /** Files outside /v1 that may be sent; null if somebody else serves them. */
  readonly pages: ReadonlySet<string> | null;
  readonly #published: FolderAccess;
  readonly #cache: ContentCache | undefined;
  /** Contents without bytes, of streamed files; null if there is no such file. They are never dropped, since each took a digest. */
  readonly #streamed = new Map<string, Content | null>();
  /** Contents that are being read or compressed, by their key in the cache. */
  readonly #pending = new Map<string, Promise<Content>>();
  #usesOnlyMemory = false;

  constructor(id: string, index: ServiceIndex, pages: ReadonlySet<string> | null, published: FolderAccess) {
    this.id = id;
    this.index = index;
    this.pages = pages;
    this.#published = published;
    this.#cache = published.createCache?.();
  }

  /** What a function returns if it need not wait for anything; undefined if it would have to, or fails. Then it has begun nothing. */
  fromMemory<T>(make: () => T | Promise<T>): T | undefined {
    this.#usesOnlyMemory = true;
    try {
      return make() as T;
    } catch {
      return undefined;
    } finally {
      this.#usesOnlyMemory = false;
    }
  }

  /** Must be called before anything that takes time is begun. */
  beforeWaiting(): void {
    if (this.#usesOnlyMemory) throw new NotInMemory();
  }

  /**
   * Opens a file. One of more than `MAX_IN_MEMORY` bytes becomes a content without bytes, if the host can stream it. Rejects if it is
   * missing, and with `VersionReplaced` if it may belong to another version.
   */
  open(file: string): Content | Promise<Content> {
    return (
      this.#cache?.get(file) ?? this.#streamed.get(file) ?? this.#once(file, () => this.#openFile(file, MAX_IN_MEMORY))
    );
  }

  /** Opens several files at the same time. Rejects as `open` does. */
  openAll(files: readonly string[]): Content[] | Promise<Content[]> {
    return allReady(files.map((file) => this.open(file)));
  }

  /** Opens a file whose bytes are needed, whatever its size. Rejects as `open` does. */
  openWhole(file: string): Content | Promise<Content> {
    return this.#cache?.get(file) ?? this.#once(file, () => this.#openWhole(file));
  }

  /** Opens a file of any size as a content without bytes, if the host can stream it. Rejects as `open` does. */
  openStreamed(file: string): Content | Promise<Content> {
    if (!this.#published.open) return this.open(file);
    return this.#streamed.get(file) ?? this.#once(`${file} streamed`, () => this.#openFile(file, 0));
  }

  /** Reads a streamed content in pieces. Rejects as `body` does, or if its files cannot be read. */
  async *scan(content: Content): AsyncGenerator<Bytes, void, undefined> {
    const body = await this.body(content);
    try {
      yield* body.pieces();
    } finally {
      await body.close();
    }
  }

  /** Makes a content that is assembled from files, such as a page of any window. `key` is not the path of a file. */
  assemble(key: string, make: () => Content | Promise<Content>): Content | Promise<Content> {
    const kept = this.#cache?.get(key);
    if (kept) return kept;
    return this.#once(key, async () => {
      const content = await make();
      if (content.isStreamed) return content;
      // Its parts are views of larger buffers, which the cache must not keep alive.
      return { ...content, parts: [joinParts(content.parts as readonly Bytes[])] };
    });
  }

  /** Encodes a content in memory: takes the file that the build compressed, or compresses the bytes. Rejects as `open` does. */
  encode(
    { parts, etag, file }: Content,
    encoding: Encoding,
    compress: NonNullable<Compressors[Encoding]>,
  ): Content | Promise<Content> {
    const tag = encodedTag(etag, encoding);
    const make = async (): Promise<Content> => {
      const compressed = file === undefined ? undefined : await this.#read(file + COMPRESSED_ENDINGS[encoding]);
      return { parts: [compressed ?? (await compress(bytesOf({ parts })))], etag: tag };
    };
    return this.#cache?.get(tag) ?? this.#once(tag, make);
  }

  /** The forms of a streamed content that the build compressed, as contents without bytes. Rejects with `VersionReplaced`. */
  async compressedForms({ file, etag }: Content, encodings: readonly Encoding[]): Promise<Map<Encoding, Content>> {
    const forms = new Map<Encoding, Content>();
    if (file === undefined) return forms;
    for (const encoding of encodings) {
      const path = file + COMPRESSED_ENDINGS[encoding];
      let form = this.#streamed.get(path);
      if (form === undefined) {
        const opened = await this.#published.open?.(path);
        const size = opened?.size;
        await opened?.close();
        await this.#check();
        form = size === undefined ? null : streamed(path, size, encodedTag(etag, encoding));
        this.#streamed.set(path, form);
      }
      if (form) forms.set(encoding, form);
    }
    return forms;
  }

  /**
   * Opens the files of a streamed content, once `reserve` has made room for their number; it resolves to what is called when they are
   * closed. They stay the files of this version even if another one is published while they are sent. Rejects as `open` or `reserve` does.
   */
  async body({ parts }: Content, reserve?: (files: number) => Promise<() => void>): Promise<StreamedBody> {
    const paths = new Set<string>();
    for (const part of parts) if (part instanceof FileRange) paths.add(part.file);
    const release = (await reserve?.(paths.size)) ?? (() => {});
    const files = new Map<string, PublishedFile>();
    try {
      for (const path of paths) files.set(path, await this.#openPublished(path));
      await this.#check();
    } catch (error) {
      await closeAll(files.values());
      release();
      throw error;
    }
    return filesBody(parts, files, release);
  }

  /** Reads a part of a published file that fits into memory. Rejects as `scan` does. */
  async readRange(content: Content): Promise<Bytes> {
    const bytes = new Uint8Array(lengthOf(content.parts));
    let at = 0;
    for await (const piece of this.scan(content)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  /** Makes a content that is not in the cache, once for all requests that wait for it. Caches it unless it is streamed. */
  #once(key: string, make: () => Promise<Content>): Promise<Content> {
    this.beforeWaiting();
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const made = make()
      .then((content) => {
        if (!content.isStreamed) this.#cache?.set(key, content);
        return content;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  async #openWhole(file: string): Promise<Content> {
    const bytes = await this.#read(file);
    if (!bytes) throw missing(file);
    return { parts: [bytes], etag: await entityTag(bytes), file };
  }

  /** Opens a file: as a content without bytes, if it has more than `most` bytes and the host can stream it. */
  async #openFile(file: string, most: number): Promise<Content> {
    if (!this.#published.open) return this.#openWhole(file);
    const opened = await this.#openPublished(file);
    try {
      if (opened.size <= most) {
        const bytes = await opened.bytes();
        await this.#check();
        return { parts: [bytes], etag: await entityTag(bytes), file };
      }
      const content = streamed(file, opened.size, digestTag(await opened.digest()));
      await this.#check();
      this.#streamed.set(file, content);
      return content;
    } finally {
      await opened.close();
    }
  }

  async #openPublished(file: string): Promise<PublishedFile> {
    const opened = await this.#published.open?.(file);
    if (opened) return opened;
    // If another version was published, it may be without this file.
    await this.#check();
    throw missing(file);
  }

  async #read(file: string): Promise<Bytes | undefined> {
    const bytes = await this.#published.read(file);
    await this.#check();
    return bytes;
  }

  /** Throws `VersionReplaced` unless this is what is published now. */
  async #check(): Promise<void> {
    const id = await this.#published.versionId().catch(() => null);
    if (id !== this.id) throw new VersionReplaced();
  }
}

function streamed(file: string, size: number, etag: string): Content {
  return { parts: [new FileRange(file, 0, size)], etag, file, isStreamed: true };
}

function missing(file: string): Error {
  return new Error(`${file} is missing from the published folder`);
}

import { joinParts, lengthOf, type RecordOffsets } from '../contract/page-layout.ts';
import { COMPRESSED_ENDINGS, MAX_IN_MEMORY } from '../contract/routes.ts';
import type { OpenPublished, PublishedFile, ReadPublished } from '../model.ts';
import { type Bytes, bytesOf, closeAll, FileRange, filesBody, type StreamedBody } from './body.ts';
import { digestTag, encodedTag, entityTag } from './conditional.ts';
import type { ChunkIndex, ServiceIndex } from './service-index.ts';
import { whenReady } from './when-ready.ts';

/** Bytes to send, with their metadata. */
export interface Content {
  /** The bytes in parts, in order; a file is a single part. Parts that are not in memory are ranges of files. */
  parts: readonly (Bytes | FileRange)[];
  /** Strong entity tag of the bytes. */
  etag: string;
  /** Media type of the bytes; JSON if absent. */
  mediaType?: string;
  /** `Link` field to send with the bytes; absent until it has been computed. */
  link?: string;
  /** Whether requests may ask for a range of the bytes. Only downloads support this. */
  hasRanges?: boolean;
  /** Whether any part must be read from the disk while it is sent. */
  isStreamed?: boolean;
  /** Path of the published file with these bytes; absent for assembled content, and for compressed content in memory. */
  file?: string;
  /** Offsets of the records; absent until they are needed. */
  offsets?: RecordOffsets;
  /** The bytes parsed as an index of chunks; absent until needed. */
  chunks?: ChunkIndex;
  /** Names of the columns, if the bytes are a schema; absent until needed. */
  columns?: ReadonlySet<string>;
  /** As in `QuickFile`. A cache must keep a copy of such bytes. */
  release?: (() => void) | undefined;
}

/** A file that was read at once. */
export interface QuickFile {
  bytes: Bytes;
  /** Strong entity tag of the bytes. */
  etag: string;
  /** Lets the host use the memory of the bytes again. May be called once nothing uses them any longer; absent if they may be kept. */
  release?: () => void;
}

/** A content coding. */
export type Encoding = keyof typeof COMPRESSED_ENDINGS;

/** Functions that compress content, by content coding. The codings are in the host's order of preference. */
export type Compressors = Partial<Record<Encoding, (bytes: Bytes) => Promise<Bytes>>>;

/** A cache that may drop any entry at any time. A `Map` can serve as one, unless contents have `release`. */
export interface ContentCache {
  get(key: string): Content | undefined;
  /** `isCostly` tells that making the content again, or parsing it, takes much longer than reading a file. */
  set(key: string, content: Content, isCostly?: boolean): unknown;
}

/** Access to a published folder. */
export interface FolderAccess {
  read: ReadPublished;
  /** Opens a file without reading it into memory; absent if all files are read into memory. */
  open?: OpenPublished | undefined;
  /** Lists the paths of the files outside /v1 that may be sent; absent if the host serves them itself. */
  list?: (() => Promise<Iterable<string>>) | undefined;
  /**
   * Reads a file of the version with this id at once; undefined if that would keep others waiting, or if there is no such file. The caller
   * then opens it. Absent if the host cannot do this.
   */
  readNow?: ((path: string, versionId: string) => QuickFile | undefined) | undefined;
  /** Returns an id of the currently published version. A build that replaces another must have a different id. */
  versionId: () => string | Promise<string>;
  /** Schedules work to be done outside any request; absent if the host cannot do this. */
  later?: ((work: () => void) => void) | undefined;
  /** Creates the cache of a version; absent if nothing should be cached. */
  createCache?: (() => ContentCache) | undefined;
  /** Content codings that the host can produce; absent if the host itself compresses responses. */
  compressors?: Compressors;
}

/** Thrown when a version's files may have been replaced by those of another version. */
export class VersionReplaced extends Error {}

/** The output of one build: its index and files, never mixed with those of another build. */
export class PublishedVersion {
  readonly id: string;
  readonly index: ServiceIndex;
  /** Paths of the files outside /v1 that may be sent; null if the host serves them itself. */
  readonly pages: ReadonlySet<string> | null;
  /** Content codings that the host can produce, in its order of preference. */
  readonly encodings: readonly Encoding[];
  readonly #published: FolderAccess;
  readonly #cache: ContentCache | undefined;
  /** Streamed files by path, without their bytes; null if a file does not exist. Entries are never dropped: computing digests is slow. */
  readonly #streamed = new Map<string, Content | null>();
  /** Content that is currently being read, assembled or compressed, by key. */
  readonly #pending = new Map<string, Promise<Content>>();
  #usesOnlyMemory = false;

  constructor(id: string, index: ServiceIndex, pages: ReadonlySet<string> | null, published: FolderAccess) {
    this.id = id;
    this.index = index;
    this.pages = pages;
    this.encodings = Object.keys(published.compressors ?? {}) as Encoding[];
    this.#published = published;
    this.#cache = published.createCache?.();
  }

  /** Calls `make`, which may use only content in memory. Returns its result; undefined if it throws or would have to wait. */
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

  /** Throws an error during `fromMemory`. Must be called before any asynchronous work is started. */
  beforeWaiting(): void {
    if (this.#usesOnlyMemory) throw new Error('only content in memory may be used');
  }

  /**
   * Opens a file. If it has more than `MAX_IN_MEMORY` bytes and the host can stream it, it is not read into memory. Rejects if it is
   * missing, and with `VersionReplaced` if it may belong to another version.
   */
  open(file: string): Content | Promise<Content> {
    const open = () => this.#openNow(file) ?? this.#openFile(file, MAX_IN_MEMORY);
    return this.#streamed.get(file) ?? this.#once(file, open);
  }

  /** Reads a file that takes long to parse into memory, whatever its size. Rejects like `open`. */
  openWhole(file: string): Content | Promise<Content> {
    return this.#once(file, () => this.#openNow(file) ?? this.#openFile(file, Number.POSITIVE_INFINITY), true);
  }

  /** Opens a file without reading it into memory, whatever its size, if the host can stream it. Rejects like `open`. */
  openStreamed(file: string): Content | Promise<Content> {
    if (!this.#published.open) return this.open(file);
    return this.#streamed.get(file) ?? this.#once(`${file} streamed`, () => this.#openFile(file, 0));
  }

  /** Reads streamed content in pieces. Rejects like `body`, or if a file cannot be read. */
  async *scan(content: Content): AsyncGenerator<Bytes, void, undefined> {
    const body = await this.body(content);
    try {
      yield* body.pieces();
    } finally {
      await body.close();
    }
  }

  /** Returns cached content, or content that `make` assembles from files. The key must not be the path of a published file. */
  assemble(key: string, make: () => Content | Promise<Content>): Content | Promise<Content> {
    return this.#once(key, () =>
      whenReady(make(), (content) => {
        if (content.isStreamed) return content;
        // The parts are views of larger buffers, which the cache must not keep alive.
        return { ...content, parts: [joinParts(content.parts as readonly Bytes[])] };
      }),
    );
  }

  /** Compresses content in memory, or reads the compressed copy that the build wrote, if any. May reject with `VersionReplaced`. */
  encode({ parts, etag, file }: Content, encoding: Encoding): Content | Promise<Content> {
    const compress = this.#published.compressors?.[encoding] as NonNullable<Compressors[Encoding]>;
    const tag = encodedTag(etag, encoding);
    const make = async (): Promise<Content> => {
      const compressed = file === undefined ? undefined : await this.#read(file + COMPRESSED_ENDINGS[encoding]);
      return { parts: [compressed ?? (await compress(bytesOf({ parts })))], etag: tag };
    };
    return this.#once(tag, make, true);
  }

  /** The compressed copies of streamed content that the build wrote, without their bytes. May reject with `VersionReplaced`. */
  async compressedForms({ file, etag }: Content): Promise<Map<Encoding, Content>> {
    const forms = new Map<Encoding, Content>();
    if (file === undefined) return forms;
    for (const encoding of this.encodings) {
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
   * Waits for `reserve`, then opens the files of streamed content. Calls the function that `reserve` resolved to once the files are closed.
   * The body keeps the bytes of this version even if another is published while it is sent. Rejects like `open`, or if `reserve` rejects.
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

  /** Reads a streamed range of a published file into memory. Rejects like `scan`. */
  async readRange(content: Content): Promise<Bytes> {
    const bytes = new Uint8Array(lengthOf(content.parts));
    let at = 0;
    for await (const piece of this.scan(content)) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  /** Returns cached content, or makes it once for all requests that are waiting for it. Caches the content unless it is streamed. */
  #once(key: string, make: () => Content | Promise<Content>, isCostly = false): Content | Promise<Content> {
    const known = this.#cache?.get(key);
    if (known) return known;
    this.beforeWaiting();
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const kept = whenReady(make(), (content) => {
      if (!content.isStreamed) this.#cache?.set(key, content, isCostly);
      return content;
    });
    if (!(kept instanceof Promise)) return kept;
    const made = kept.finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  /** Opens a small file without waiting for the disk, if the host can read it at once. */
  #openNow(file: string): Content | undefined {
    const found = this.#published.readNow?.(file, this.id);
    return found && { parts: [found.bytes], etag: found.etag, file, release: found.release };
  }

  /** Opens a file. If it has more than `maxBytes` bytes and the host can stream it, it is not read into memory. */
  async #openFile(file: string, maxBytes: number): Promise<Content> {
    if (!this.#published.open) {
      const bytes = await this.#read(file);
      if (!bytes) throw missing(file);
      return { parts: [bytes], etag: await entityTag(bytes), file };
    }
    const opened = await this.#openPublished(file);
    try {
      if (opened.size <= maxBytes) {
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
    // The file may be missing because another version has been published.
    await this.#check();
    throw missing(file);
  }

  async #read(file: string): Promise<Bytes | undefined> {
    const bytes = await this.#published.read(file);
    await this.#check();
    return bytes;
  }

  /** Rejects with `VersionReplaced` unless this is known to be the currently published version. */
  async #check(): Promise<void> {
    const id = await Promise.resolve()
      .then(this.#published.versionId)
      .catch(() => null);
    if (id !== this.id) throw new VersionReplaced();
  }
}

function streamed(file: string, size: number, etag: string): Content {
  return { parts: [new FileRange(file, 0, size)], etag, file, isStreamed: true };
}

function missing(file: string): Error {
  return new Error(`${file} is missing from the published folder`);
}

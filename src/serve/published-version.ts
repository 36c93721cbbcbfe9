import { joinParts, type PageFrame } from '../contract/page-text.ts';
import { COMPRESSED_ENDINGS } from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';
import { encodedTag, entityTag } from './conditional.ts';
import { type ChunkIndex, type PublishedIndex, readIndex } from './published-index.ts';
import { whenReady } from './when-ready.ts';

/** Bytes to send, and what is known about them. */
export interface Content {
  /** The bytes in parts, in order; a file is a single part. */
  parts: readonly Uint8Array<ArrayBuffer>[];
  /** A strong entity tag of the bytes. */
  etag: string;
  /** Media type of the bytes; that of JSON if absent. */
  mediaType?: string;
  /** `Link` field of a response with these bytes, once it is known. */
  link?: string;
  /** The bytes, and their compressed forms, are made again for each request. */
  isTransient?: boolean;
  /** Path of the published file with these bytes; absent if they are not a file. */
  file?: string;
  /** Offsets of the records, once they have been looked for. */
  frame?: PageFrame;
  /** The bytes as an index of chunks, once they have been parsed. */
  chunks?: ChunkIndex;
}

/** All bytes of a content in one piece. */
export function bytesOf({ parts }: Pick<Content, 'parts'>): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  return parts.length === 1 && first ? first : joinParts(parts);
}

/** A content coding. */
export type Encoding = keyof typeof COMPRESSED_ENDINGS;

/** Content codings that a host can produce, the preferred one first. */
export type Compressors = Partial<
  Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>>
>;

/** Keeps contents, and may drop any of them at any time. A `Map` fits. */
export interface ContentCache {
  get(key: string): Content | undefined;
  set(key: string, content: Content): unknown;
}

/** Access to a published folder. */
export interface Published {
  read: ReadPublished;
  /** Identifies the version that is published now: each build changes it. */
  versionId: () => Promise<string>;
  /** Makes the cache of a version; without it nothing is cached. */
  createCache?: (() => ContentCache) | undefined;
}

/** Thrown when a version's files may have been replaced by those of another version. */
export class VersionReplaced extends Error {
  constructor() {
    super('the published files were replaced while they were read');
    this.name = 'VersionReplaced';
  }
}

/** Most keys of assembled contents that a version remembers. */
const MAX_REQUESTED_KEYS = 1 << 12;

/** What one build published: its index, and only files that belong to it. */
export class PublishedVersion {
  readonly id: string;
  readonly index: PublishedIndex;
  readonly #published: Published;
  readonly #cache: ContentCache | undefined;
  /** Keys of contents that were assembled once. */
  readonly #requested = new Set<string>();
  /** Contents that are being read or compressed, by their key in the cache. */
  readonly #pending = new Map<string, Promise<Content>>();

  constructor(id: string, index: PublishedIndex, published: Published) {
    this.id = id;
    this.index = index;
    this.#published = published;
    this.#cache = published.createCache?.();
  }

  /** Opens a file. Rejects if it is missing, and with `VersionReplaced` if it may belong to another version. */
  open(file: string): Content | Promise<Content> {
    return (
      this.#cache?.get(file) ??
      this.#once(file, async () => {
        const bytes = await this.#read(file);
        if (!bytes) throw new Error(`${file} is missing from the published folder`);
        return { parts: [bytes], etag: await entityTag(bytes), file };
      })
    );
  }

  /** Opens several files at the same time. Rejects as `open` does. */
  openAll(files: readonly string[]): Content[] | Promise<Content[]> {
    const opened = files.map((file) => this.open(file));
    return opened.every((it) => !(it instanceof Promise)) ? (opened as Content[]) : Promise.all(opened);
  }

  /**
   * Makes a content that is quickly assembled from files. `key` is not the path of a file. The content is cached only when it is requested
   * again, so a client that requests very many contents once evicts nothing.
   */
  assemble(key: string, make: () => Content | Promise<Content>): Content | Promise<Content> {
    const cache = this.#cache;
    if (!cache) return make();
    const kept = cache.get(key);
    if (kept) return kept;
    if (!this.#requested.delete(key)) {
      if (this.#requested.size === MAX_REQUESTED_KEYS) this.#requested.clear();
      this.#requested.add(key);
      return whenReady(make(), (content) => {
        content.isTransient = true;
        return content;
      });
    }
    return whenReady(make(), (content) => {
      // Its parts are views of larger buffers, which the cache must not keep alive.
      const own = { ...content, parts: [joinParts(content.parts)] };
      cache.set(key, own);
      return own;
    });
  }

  /** Encodes a content: takes the file that the build compressed, or compresses the bytes. Rejects as `open` does. */
  encode(
    { parts, etag, file, isTransient = false }: Content,
    encoding: Encoding,
    compress: NonNullable<Compressors[Encoding]>,
  ): Content | Promise<Content> {
    const tag = encodedTag(etag, encoding);
    return (
      this.#cache?.get(tag) ??
      this.#once(
        tag,
        async () => {
          const compressed = file === undefined ? undefined : await this.#read(file + COMPRESSED_ENDINGS[encoding]);
          return { parts: [compressed ?? (await compress(bytesOf({ parts })))], etag: tag };
        },
        isTransient,
      )
    );
  }

  /** Makes a content that is not in the cache, once for all requests that wait for it. Caches it unless it is transient. */
  #once(key: string, make: () => Promise<Content>, isTransient = false): Promise<Content> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const made = make()
      .then((content) => {
        if (!isTransient) this.#cache?.set(key, content);
        return content;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  async #read(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await this.#published.read(file);
    if ((await this.#published.versionId()) !== this.id) throw new VersionReplaced();
    return bytes;
  }
}

/** For this time after a check, a version counts as the latest. */
const LATEST_FOR_MS = 1000;

/** Keeps the latest version. */
export class LatestVersion {
  readonly #published: Published;
  #version: PublishedVersion | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<PublishedVersion> | null = null;

  constructor(published: Published) {
    this.#published = published;
  }

  /** The latest version, or for up to a second the one before it. Rejects if there is no index. */
  get(): PublishedVersion | Promise<PublishedVersion> {
    if (this.#version && performance.now() - this.#checkedAt < LATEST_FOR_MS) return this.#version;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** Makes the next `get` check whether there is a later version. */
  checkAgain(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  async #check(): Promise<PublishedVersion> {
    const checkedAt = performance.now();
    // The id is read before the index. If a build replaces the files in between, opening a file throws `VersionReplaced`. In the other order,
    // the old index would get the new id, and would be used with the new files.
    const id = await this.#published.versionId();
    if (this.#version?.id !== id) {
      this.#version = new PublishedVersion(id, await readIndex(this.#published.read), this.#published);
    }
    this.#checkedAt = checkedAt;
    return this.#version;
  }
}

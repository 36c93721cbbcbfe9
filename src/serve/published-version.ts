import { joinParts, type PageFrame } from '../contract/page-text.ts';
import { COMPRESSED_ENDINGS } from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';
import { encodedTag, entityTag } from './conditional.ts';
import { type ChunkIndex, type PublishedIndex, readIndex } from './published-index.ts';
import { whenReady } from './when-ready.ts';

/** Bytes to send, with a strong entity tag of them. */
export interface Content {
  /** What they are joined of; a file is one. */
  parts: readonly Uint8Array<ArrayBuffer>[];
  etag: string;
  /** `Link` field of an answer with them, once there was one. */
  link?: string;
  /** They are made anew whenever they are asked for, and so are their compressed forms. */
  isTransient?: boolean;
  /** Path of the published file that they are, if they are one. */
  file?: string;
  /** Where the records are, once somebody asked. */
  frame?: PageFrame;
  /** What it says of chunks, once somebody asked, where it is the index of them. */
  chunks?: ChunkIndex;
}

/** The bytes of a content, in one piece. */
export function wholeOf({ parts }: Pick<Content, 'parts'>): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  return parts.length === 1 && first ? first : joinParts(parts);
}

/** A content coding. */
export type Encoding = keyof typeof COMPRESSED_ENDINGS;

/** Content codings a host can produce, the preferred one first. */
export type Compressors = Partial<
  Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>>
>;

/** Keeps what was read or compressed, and forgets it as it likes. A `Map` fits. */
export interface ContentCache {
  get(key: string): Content | undefined;
  set(key: string, content: Content): unknown;
}

/** How an edition gets at what is published. */
export interface Published {
  read: ReadPublished;
  /** Tells what is published from what was before, and will be after the next build. */
  version: () => Promise<string>;
  /** Makes the cache of an edition; none is kept when it is absent. */
  createCache?: (() => ContentCache) | undefined;
}

/** Thrown by an edition when other files stand where its own did. */
export class VersionReplaced extends Error {
  constructor() {
    super('what is published was replaced while it was read');
    this.name = 'EditionReplaced';
  }
}

/** Assembled contents that are known to have been asked for, at most. */
const MOST_ASKED = 1 << 12;

/** What one build published: its index, and files of which every one belongs to it. */
export class PublishedVersion {
  readonly version: string;
  readonly index: PublishedIndex;
  readonly #published: Published;
  readonly #cache: ContentCache | undefined;
  /** Keys of what was assembled of late. */
  readonly #asked = new Set<string>();
  /** What is being read or compressed, by the key of the cache. */
  readonly #pending = new Map<string, Promise<Content>>();

  constructor(version: string, index: PublishedIndex, published: Published) {
    this.version = version;
    this.index = index;
    this.#published = published;
    this.#cache = published.createCache?.();
  }

  /** A file; throws when it is missing, and `EditionReplaced` when it may be one of another edition. */
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

  /** Several files, which are read at the same time; throws as `open` does. */
  openAll(files: readonly string[]): Content[] | Promise<Content[]> {
    const opened = files.map((file) => this.open(file));
    return opened.every((it) => !(it instanceof Promise)) ? (opened as Content[]) : Promise.all(opened);
  }

  /**
   * Content that is quickly made of files, and is no file itself: `key` is none's path. It is kept when it is asked for again, so that
   * who asks for very many once pushes nothing out.
   */
  assemble(key: string, make: () => Content | Promise<Content>): Content | Promise<Content> {
    const cache = this.#cache;
    if (!cache) return make();
    const kept = cache.get(key);
    if (kept) return kept;
    if (!this.#asked.delete(key)) {
      if (this.#asked.size === MOST_ASKED) this.#asked.clear();
      this.#asked.add(key);
      return whenReady(make(), (content) => {
        content.isTransient = true;
        return content;
      });
    }
    return whenReady(make(), (content) => {
      // Its parts lie in larger pieces of memory, which are not to be kept.
      const own = { ...content, parts: [joinParts(content.parts)] };
      cache.set(key, own);
      return own;
    });
  }

  /** Content in a coding: from a file that the build compressed, else by a compressor. Throws as `open` does. */
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
          return { parts: [compressed ?? (await compress(wholeOf({ parts })))], etag: tag };
        },
        isTransient,
      )
    );
  }

  /** Makes what is not in the cache, once for all who ask meanwhile, and keeps it, unless it is passing. */
  #once(key: string, make: () => Promise<Content>, isPassing = false): Promise<Content> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const made = make()
      .then((content) => {
        if (!isPassing) this.#cache?.set(key, content);
        return content;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  async #read(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = await this.#published.read(file);
    if ((await this.#published.version()) !== this.version) throw new VersionReplaced();
    return bytes;
  }
}

/** Time for which an edition is taken for the latest without a look, in milliseconds. */
const LATEST_FOR = 1000;

/** Knows the latest edition. */
export class LatestVersion {
  readonly #published: Published;
  #edition: PublishedVersion | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<PublishedVersion> | null = null;

  constructor(published: Published) {
    this.#published = published;
  }

  /** The latest edition, or the one before for up to a second. Rejects when there is no index. */
  get(): PublishedVersion | Promise<PublishedVersion> {
    if (this.#edition && performance.now() - this.#lookedAt < LATEST_FOR) return this.#edition;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Makes the next `get` look whether there is a later edition. */
  lookAgain(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  async #look(): Promise<PublishedVersion> {
    const lookedAt = performance.now();
    // Before the index: read in between, it would pass for one of an earlier version, which no file then belongs to.
    const version = await this.#published.version();
    if (this.#edition?.version !== version) {
      this.#edition = new PublishedVersion(version, await readIndex(this.#published.read), this.#published);
    }
    this.#lookedAt = lookedAt;
    return this.#edition;
  }
}

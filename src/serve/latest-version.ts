import { type FolderAccess, PublishedVersion } from './published-version.ts';
import { readServiceIndex } from './service-index.ts';

/** For this time after a check, a version counts as the latest. */
const LATEST_FOR_MS = 1000;

/** Thrown when nothing can be served, since no index could be read so far. The reason has been reported. */
export class NoVersion extends Error {}

/**
 * Keeps the latest version whose index could be read. If the index of a later one is missing, half written or invalid, the version before
 * it stays: what it has in memory can still be sent, and the rest cannot be read without mixing two builds.
 */
export class LatestVersion {
  readonly #published: FolderAccess;
  readonly #onError: ((error: unknown) => void) | undefined;
  #version: PublishedVersion | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<PublishedVersion> | null = null;
  /** The failure that was reported last; null if there was no failure since. */
  #failure: string | null = null;

  /** `onError` is called with the error of an index that cannot be read: once for each change of the index or of its error. */
  constructor(published: FolderAccess, onError?: (error: unknown) => void) {
    this.#published = published;
    this.#onError = onError;
  }

  /** The latest version, or for up to a second the one before it. Rejects with `NoVersion` if there never was one. */
  get(): PublishedVersion | Promise<PublishedVersion> {
    const version = this.unchecked();
    if (version) return version;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** The version that `get` returns without a check; null if there must be one. */
  unchecked(): PublishedVersion | null {
    return performance.now() - this.#checkedAt < LATEST_FOR_MS ? this.#version : null;
  }

  /** Makes the next `get` check whether there is a later version. */
  checkAgain(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  async #check(): Promise<PublishedVersion> {
    const checkedAt = performance.now();
    let id: string | null = null;
    try {
      // The id is read before the index. If a build replaces the files in between, opening a file throws `VersionReplaced`. In the other
      // order, the old index would get the new id, and would be used with the new files.
      id = await this.#published.versionId();
      if (this.#version?.id !== id) {
        const index = await readServiceIndex(this.#published.read);
        const pages = this.#published.list ? new Set(await this.#published.list()) : null;
        this.#version = new PublishedVersion(id, index, pages, this.#published);
        // With very many names, this takes longer than any request should.
        this.#published.later?.(() => {
          index.configNames();
          index.categoryNames();
        });
      }
      this.#failure = null;
    } catch (error) {
      this.#report(id, error);
      if (!this.#version) throw new NoVersion();
    }
    this.#checkedAt = checkedAt;
    return this.#version;
  }

  #report(id: string | null, error: unknown): void {
    const failure = `${id} ${error}`;
    if (failure === this.#failure) return;
    this.#failure = failure;
    this.#onError?.(error);
  }
}

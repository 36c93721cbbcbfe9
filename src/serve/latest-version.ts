import { type FolderAccess, PublishedVersion } from './published-version.ts';
import { readServiceIndex } from './service-index.ts';

/** Time in milliseconds for which a version counts as the latest after a check. */
const LATEST_FOR_MS = 1000;

/** Thrown if nothing can be served because no index has been read successfully yet. The reason has already been reported. */
export class NoVersion extends Error {}

/**
 * Provides the latest version with a readable index. If the index of a newer version is missing, incomplete or invalid, the previous
 * version stays in use. Its content in memory, and files known to be the same, can still be sent; others are refused, since they may belong
 * to the newer build.
 */
export class LatestVersion {
  readonly #published: FolderAccess;
  readonly #onError: ((error: unknown) => void) | undefined;
  #version: PublishedVersion | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<PublishedVersion> | null = null;
  /** The last reported failure; null after a successful check. */
  #failure: string | null = null;

  /** `onError` is called if a check fails, but only once for consecutive failures with the same version and error. */
  constructor(published: FolderAccess, onError?: (error: unknown) => void) {
    this.#published = published;
    this.#onError = onError;
  }

  /** The latest readable version, or the previous one for up to a second after a build. Rejects with `NoVersion` if there is none. */
  get(): PublishedVersion | Promise<PublishedVersion> {
    const version = this.unchecked();
    if (version) return version;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  /** The version that `get` returns without a check; null if a check is due. */
  unchecked(): PublishedVersion | null {
    return performance.now() - this.#checkedAt < LATEST_FOR_MS ? this.#version : null;
  }

  /** Makes the next `get` check for a newer version. */
  checkAgain(): void {
    this.#checkedAt = Number.NEGATIVE_INFINITY;
  }

  async #check(): Promise<PublishedVersion> {
    const checkedAt = performance.now();
    let id: string | null = null;
    try {
      // Read the id before the index. If a build replaces the files in between, opening a file rejects with `VersionReplaced`. In the
      // reverse order, the old index would be paired with the new id and used with the new files.
      id = await this.#published.versionId();
      if (this.#version?.id !== id) {
        const index = await readServiceIndex(this.#published.read);
        const pages = this.#published.list ? new Set(await this.#published.list()) : null;
        this.#version = new PublishedVersion(id, index, pages, this.#published);
        // Prepare the names for suggestions in advance: with very many names, this takes too long to be done during a request.
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

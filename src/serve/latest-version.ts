import { type FolderAccess, PublishedVersion } from './published-version.ts';
import { readServiceIndex } from './service-index.ts';

/** Time in milliseconds for which a version counts as the latest after a check. */
const LATEST_FOR_MS = 1000;

/** Thrown if nothing can be served because no index has been read successfully yet. The reason has already been reported. */
export class NoVersion extends Error {}

/**
 * Provides the latest version with a readable index. If the index of a newer version is missing, incomplete or invalid, the previous
 * version stays in use. Its content in memory, and files known to be the same, can still be sent; others are refused, since they may belong
 * to the newer build. `onError` is called if a check fails, but only once for consecutive failures with the same version and error.
 */
export function latestVersion(published: FolderAccess, onError?: (error: unknown) => void) {
  let version: PublishedVersion | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<PublishedVersion> | null = null;
  /** The last reported failure; null after a successful check. */
  let failure: string | null = null;
  const check = async (): Promise<PublishedVersion> => {
    const startedAt = performance.now();
    let id: string | null = null;
    try {
      // Read the id before the index. If a build replaces the files in between, opening a file rejects with `VersionReplaced`. In the
      // reverse order, the old index would be paired with the new id and used with the new files.
      id = await published.versionId();
      if (version?.id !== id) {
        const index = await readServiceIndex(published.read);
        const pages = published.list ? new Set(await published.list()) : null;
        version = new PublishedVersion(id, index, pages, published);
        // Prepare the names for suggestions in advance: with very many names, this takes too long to be done during a request.
        published.later?.(() => {
          index.configNames();
          index.categoryNames();
        });
      }
      failure = null;
    } catch (error) {
      if (failure !== `${id} ${error}`) onError?.(error);
      failure = `${id} ${error}`;
      if (!version) throw new NoVersion();
    }
    checkedAt = startedAt;
    return version;
  };
  /** The version that `get` returns without a check; null if a check is due. */
  const unchecked = (): PublishedVersion | null => (performance.now() - checkedAt < LATEST_FOR_MS ? version : null);
  return {
    unchecked,
    /** The latest readable version, or the previous one for up to a second after a build. Rejects with `NoVersion` if none is readable. */
    get(): PublishedVersion | Promise<PublishedVersion> {
      const known = unchecked();
      if (known) return known;
      checking ??= check().finally(() => {
        checking = null;
      });
      return checking;
    },
    /** Makes the next `get` check for a newer version. */
    checkAgain() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

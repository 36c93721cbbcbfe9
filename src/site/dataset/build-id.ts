import type { DownloadEntry } from '../../contract/documents.ts';

/** Hexadecimal digits of a build id. */
const DIGITS = 12;

/** The build id of a dataset with downloads: it changes with each of their digests, and with the list of formats. */
export function buildIdOfDownloads(downloads: readonly Pick<DownloadEntry, 'format' | 'sha256'>[]): Promise<string> {
  return buildId(downloads.map(({ format, sha256 }) => `${format} ${sha256}`));
}

/**
 * Identifies what was published of a dataset: the first digits of a SHA-256 digest of texts that stand for it. It is the same for the same
 * texts in any order, whenever and wherever they were built.
 */
export async function buildId(parts: readonly string[]): Promise<string> {
  const text = parts.toSorted().join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DIGITS);
}

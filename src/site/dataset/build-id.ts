/** Hexadecimal digits of a build id. */
const DIGITS = 12;

/**
 * Identifies an edition of a dataset: the first digits of a SHA-256 digest of what stands for its data. These are the digests of its downloads,
 * or, if it has none, its documents. It is the same for the same data, whenever and wherever it was built.
 */
export async function buildId(parts: readonly string[]): Promise<string> {
  const text = parts.toSorted().join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DIGITS);
}

/**
 * Identifies what was published of a dataset: the first twelve hexadecimal digits of a SHA-256 digest of texts that stand for it. It is the
 * same for the same texts in any order, whenever and wherever they were built.
 */
export async function buildId(parts: readonly string[]): Promise<string> {
  const text = parts.toSorted().join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('hex', 0, 6);
}

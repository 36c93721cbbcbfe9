/** Matches an item in a list of weak or strong entity tags (RFC 9110, sections 5.6.1 and 8.8.3). An opaque tag may contain commas. */
const LIST_ITEM = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether `If-None-Match` matches content with this strong entity tag. It matches if it is `*` or lists a tag that is equal by weak
 * comparison (RFC 9110, sections 13.1.2 and 8.8.3.2). A malformed field never matches.
 */
export function matchesNoneOf(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  let isListed = false;
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < ifNoneMatch.length) {
    const item = LIST_ITEM.exec(ifNoneMatch);
    if (!item) return false;
    isListed ||= item[1]?.replace(/^W\//, '') === etag;
  }
  return isListed;
}

/**
 * Whether `If-Range` allows sending a range of the content with this strong entity tag: it does if it is absent or has the same tag (RFC
 * 9110, section 13.1.5). Weak tags never match, and neither do dates, since no response has a `Last-Modified` field.
 */
export function allowsRange(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange === etag;
}

/** Strong entity tag, derived from the SHA-256 of the bytes so that all servers send the same tag for the same bytes. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return digestTag(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Entity tag of bytes with the given SHA-256 digest. */
export function digestTag(digest: Uint8Array): string {
  const text = btoa(String.fromCharCode(...digest.subarray(0, 18)));
  return `"${text.replaceAll('+', '-').replaceAll('/', '_')}"`;
}

/** Entity tag of compressed content, derived from the tag of the original. Each encoding has a different tag. */
export function encodedTag(etag: string, encoding: string): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

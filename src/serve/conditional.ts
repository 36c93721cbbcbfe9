/** An item of a list of entity tags (RFC 9110, sections 5.6.1 and 8.8.3), weak or strong. The opaque tag may contain commas. */
const LIST_ITEM = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*")[ \t]*)?(?:,|$)/y;

/**
 * Whether `If-None-Match` matches the strong entity tag of what would be sent, so that the response is 304. It matches if it is `*`, or a
 * list with a tag that is equal by weak comparison (RFC 9110, sections 13.1.2 and 8.8.3.2). A field that is neither is ignored.
 */
export function matchesNoneOf(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return opaqueTags(ifNoneMatch).includes(etag);
}

/** Opaque tags of a list, weak ones too; empty if it is not a list of tags. */
function opaqueTags(list: string): string[] {
  const tags: string[] = [];
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < list.length) {
    const item = LIST_ITEM.exec(list);
    if (!item) return [];
    if (item[1]) tags.push(item[1].replace(/^W\//, ''));
  }
  return tags;
}

/**
 * Whether `If-Range` allows a range of what has this strong entity tag: it is absent or the same tag (RFC 9110, section 13.1.5). A weak tag
 * never is, nor a date, since no response has a `Last-Modified` that it could be.
 */
export function allowsRange(ifRange: string | null, etag: string): boolean {
  return ifRange === null || ifRange === etag;
}

/** A strong entity tag: a part of their SHA-256, so every server of the same bytes sends the same tag. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return digestTag(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The entity tag of bytes with this SHA-256. */
export function digestTag(digest: Uint8Array): string {
  const text = btoa(String.fromCharCode(...digest.subarray(0, 18)));
  return `"${text.replaceAll('+', '-').replaceAll('/', '_')}"`;
}

/** Entity tag of the encoded form of a content: each encoding has its own. */
export function encodedTag(etag: string, encoding: string): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

/** An entity tag (RFC 9110, section 8.8.3), weak or strong; the tag itself may hold commas. */
const ENTITY_TAG = /^(?:W\/)?("[\x21\x23-\x7E\x80-\xFF]*")$/;
const LIST_ITEM = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*")[ \t]*)?(?:,|$)/y;

/**
 * True when `If-None-Match` names the entity tag of what would be sent, so that 304 is the answer: `*`, or a list in
 * which a tag is equal by weak comparison (RFC 9110, sections 13.1.2 and 8.8.3.2). A field that is no such list is
 * ignored.
 */
export function matchesNoneOf(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags = parseTags(ifNoneMatch);
  const opaque = ENTITY_TAG.exec(etag)?.[1];
  return opaque !== undefined && (tags?.includes(opaque) ?? false);
}

/** Opaque tags of a list, without their weakness; null when it is no list of tags. */
function parseTags(list: string): string[] | null {
  const tags: string[] = [];
  LIST_ITEM.lastIndex = 0;
  while (LIST_ITEM.lastIndex < list.length) {
    const item = LIST_ITEM.exec(list);
    if (!item) return null;
    if (item[1]) tags.push(item[1].replace(/^W\//, ''));
  }
  return tags;
}

/** A strong entity tag of some bytes: from their SHA-256, so that it is the same wherever they are served. */
export async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const text = btoa(String.fromCharCode(...digest.subarray(0, 18)));
  return `"${text.replaceAll('+', '-').replaceAll('/', '_')}"`;
}

/** Entity tag of an encoded form of what another tag stands for: each encoding has its own. */
export function encodedTag(etag: string, encoding: string): string {
  return `${etag.slice(0, -1)}-${encoding}"`;
}

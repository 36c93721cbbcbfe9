/*
 * How a page is laid out as text. Each record has a line, and the members around them have lines of their own. So code that serves any
 * limit and offset cuts and joins lines, and never parses a record. JSON allows no line break inside a string (RFC 8259, section 7), so
 * nothing in a record can look like one of the other lines.
 *
 * The chunks of a packed dataset hold the same lines of records, and pages are cut from them in the same way.
 */

import type { PageLinks } from './documents.ts';
import type { Window } from './routes.ts';

/** What a page has before its records. */
export interface PageStart {
  /** Members before the metadata, such as a dataset's source: each a line with its comma. */
  head: string;
  /** Number of records in the whole collection. */
  count: number;
  links: PageLinks;
}

const OPEN = '{\n';
const METADATA = '"metadata": ';
const LINKS = '"links": ';
/** The line before a page's first record. */
export const RESULTS_LINE = '"results": [';
const RESULTS = `${RESULTS_LINE}\n`;
/** End of a page, after the line of its last record. */
export const CLOSE = ']\n}\n';

/** A page's head from its members, in their order: each a line with its comma. */
export function headLines(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('');
}

/** Text of a page up to its first record. The records follow, each a line, with commas between them, and then `CLOSE`. */
export function openPage({ head, count, links }: PageStart, window: Window): string {
  return `${OPEN}${head}${innerLines(count, links, window)}`;
}

/** Lines between a page's head and its records. */
function innerLines(count: number, links: PageLinks, { limit, offset }: Window): string {
  const metadata = { resultset: { count, offset, limit } };
  return `${METADATA}${JSON.stringify(metadata)},\n${LINKS}${JSON.stringify(links)},\n${RESULTS}`;
}

/** Offsets in the bytes of a page, or of a chunk, from which other pages are made. */
export interface RecordOffsets {
  /** Bytes of the page to the end of its head; empty for a chunk. */
  top: Uint8Array<ArrayBuffer>;
  /** Offset of each record, and finally of the end of the last record's line. */
  starts: Uint32Array;
}

/**
 * Some records of a page or chunk, by their indexes in it: `from` to `to`, exclusive. `bytes` is the page or chunk, or stands for it: `Cut`
 * is a part of it.
 */
export interface PagePiece<Cut = Uint8Array<ArrayBuffer>> {
  bytes: { subarray(start: number, end: number): Cut };
  offsets: RecordOffsets;
  from: number;
  to: number;
}

const UNEXPECTED_LAYOUT = 'a published file is not laid out as a build writes it';
const LINE_FEED = 0x0a;
const encoder = new TextEncoder();
const METADATA_BYTES = encoder.encode(METADATA);
const LINKS_BYTES = encoder.encode(LINKS);
const RESULTS_BYTES = encoder.encode(RESULTS);
const OPEN_BYTES = encoder.encode(OPEN);
const CLOSE_BYTES = encoder.encode(CLOSE);
/** What follows a record: if another record comes next, and if it is the last one. */
const BETWEEN_BYTES = encoder.encode(',\n');
const AFTER_LAST_BYTES = encoder.encode('\n');
const AFTER_LAST_AND_CLOSE_BYTES = encoder.encode(`\n${CLOSE}`);

/** Beginning and end of a chunk: it is a JSON array, with its records laid out as on a page. */
export const CHUNK_OPEN = encoder.encode('[\n');
export const CHUNK_CLOSE = encoder.encode('\n]\n');

/** Bytes of any page of a collection to the end of its head. */
export function topOf(head: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(OPEN + head);
}

/** What a file has around its records. */
export interface Frame {
  /** Finds where the head of a file ends, and the first record begins; null if these bytes end before, or begin otherwise. */
  open: (bytes: Uint8Array<ArrayBuffer>) => { headEnd: number; first: number } | null;
  /** The bytes after the line of the last record. */
  close: Uint8Array;
}

export const CHUNK_FRAME: Frame = {
  open: (bytes) => (hasAt(bytes, 0, CHUNK_OPEN) ? { headEnd: 0, first: CHUNK_OPEN.length } : null),
  close: CHUNK_CLOSE.subarray(AFTER_LAST_BYTES.length),
};

export const PAGE_FRAME: Frame = {
  open(bytes) {
    let headEnd = OPEN_BYTES.length;
    while (headEnd > 0 && !hasAt(bytes, headEnd, METADATA_BYTES)) headEnd = nextLine(bytes, headEnd);
    const linksAt = nextLine(bytes, headEnd);
    const resultsAt = nextLine(bytes, linksAt);
    const isPage =
      headEnd > 0 &&
      hasAt(bytes, 0, OPEN_BYTES) &&
      hasAt(bytes, linksAt, LINKS_BYTES) &&
      hasAt(bytes, resultsAt, RESULTS_BYTES);
    return isPage ? { headEnd, first: resultsAt + RESULTS_BYTES.length } : null;
  },
  close: CLOSE_BYTES,
};

/** Largest part of a streamed file before its records, in bytes. */
const MAX_HEAD = 1 << 20;

/** Finds the records in the bytes of a page or chunk. Throws if they are not laid out so. */
export function recordOffsets(bytes: Uint8Array<ArrayBuffer>, { open, close }: Frame): RecordOffsets {
  const head = open(bytes);
  const end = bytes.length - close.length;
  if (!head || !hasAt(bytes, end, close)) throw new Error(UNEXPECTED_LAYOUT);
  const lines = [head.first];
  for (let at = head.first; at < end; lines.push(at)) at = nextLine(bytes, at);
  return { top: bytes.subarray(0, head.headEnd), starts: startsUntil(lines, end) };
}

/** Finds the records in a page or chunk of `size` bytes that is read in pieces. Rejects if they are not laid out so. */
export async function streamedRecordOffsets(
  size: number,
  pieces: AsyncIterable<Uint8Array>,
  { open, close }: Frame,
): Promise<RecordOffsets> {
  /** The bytes to the first record, until it is found; then to the end of the head. */
  let top: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let tail: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  const lines: number[] = [];
  let offset = 0;
  for await (const piece of pieces) {
    let from = 0;
    if (lines.length === 0) {
      top = joinParts([top, piece]);
      const head = open(top);
      if (!head && top.length > MAX_HEAD) throw new Error(UNEXPECTED_LAYOUT);
      if (head) {
        from = head.first - offset;
        top = top.slice(0, head.headEnd);
        lines.push(head.first);
      }
    }
    if (lines.length > 0) {
      for (let at = nextLine(piece, from); at > 0; at = nextLine(piece, at)) lines.push(offset + at);
    }
    offset += piece.length;
    tail = joinParts([tail, piece.subarray(-close.length)]).slice(-close.length);
  }
  if (!hasAt(tail, 0, close)) throw new Error(UNEXPECTED_LAYOUT);
  return { top, starts: startsUntil(lines, size - close.length) };
}

/** The offsets up to `end`, which must be one of them. */
function startsUntil(lines: readonly number[], end: number): Uint32Array {
  const last = lines.lastIndexOf(end);
  if (last === -1) throw new Error(UNEXPECTED_LAYOUT);
  return Uint32Array.from(lines.slice(0, last + 1));
}

function hasAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  return part.every((byte, index) => bytes[at + index] === byte);
}

/** Offset of the next line; 0 if no line follows. */
function nextLine(bytes: Uint8Array, at: number): number {
  return bytes.indexOf(LINE_FEED, at) + 1;
}

/**
 * Makes a page from the records of the pieces, in order. The result is the page's bytes in parts. Parts with records are views of the
 * pieces' bytes, which are not copied. `top` is the bytes of any page of the collection to the end of its head.
 */
export function splicePage<Cut = Uint8Array<ArrayBuffer>>(
  top: Uint8Array<ArrayBuffer>,
  pieces: readonly PagePiece<Cut>[],
  count: number,
  links: PageLinks,
  window: Window,
): (Uint8Array<ArrayBuffer> | Cut)[] {
  const parts: (Uint8Array<ArrayBuffer> | Cut)[] = [top, encoder.encode(innerLines(count, links, window))];
  for (const piece of pieces) {
    if (piece.from >= piece.to) continue;
    if (parts.length > 2) parts.push(BETWEEN_BYTES);
    parts.push(recordBytes(piece));
  }
  parts.push(parts.length > 2 ? AFTER_LAST_AND_CLOSE_BYTES : CLOSE_BYTES);
  return parts;
}

/** The lines of a piece, without the comma and line break after the last record. */
function recordBytes<Cut>({ bytes, offsets: { starts }, from, to }: PagePiece<Cut>): Cut {
  const after = to === starts.length - 1 ? AFTER_LAST_BYTES : BETWEEN_BYTES;
  return bytes.subarray(starts[from] as number, (starts[to] as number) - after.length);
}

/** Joins parts. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Length of all parts together, in bytes. */
export function lengthOf(parts: readonly { length: number }[]): number {
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

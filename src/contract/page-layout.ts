/*
 * Layout of a page as text. Each record is on its own line, and so is each member before the records. A page with any limit and offset can
 * therefore be made by cutting and joining lines, without parsing records. JSON allows no line break inside a string (RFC 8259, section 7),
 * so no record can contain text that looks like one of the other lines.
 *
 * The chunks of a packed dataset contain the same record lines, so pages can be cut from them too.
 */

import type { PageLinks } from './documents.ts';
import type { Window } from './routes.ts';

/** Content of a page before its records. */
export interface PageStart {
  /** Members before the metadata, such as a dataset's source, each on a line that ends with a comma. */
  head: string;
  /** Number of results in the entire collection. */
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

/** Makes the head of a page: the given members in order, each on a line that ends with a comma. */
export function headLines(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('');
}

/** Text of a page up to its first record. The records must follow, one per line and separated by commas, and then `CLOSE`. */
export function openPage({ head, count, links }: PageStart, window: Window): string {
  return `${OPEN}${head}${innerLines(count, links, window)}`;
}

/** Lines between a page's head and its records. */
function innerLines(count: number, links: PageLinks, { limit, offset }: Window): string {
  const metadata = { resultset: { count, offset, limit } };
  return `${METADATA}${JSON.stringify(metadata)},\n${LINKS}${JSON.stringify(links)},\n${RESULTS}`;
}

/** Positions of the records in a page or chunk from which other pages are made. */
export interface RecordOffsets {
  /** Bytes of the page up to the end of its head; empty for a chunk. */
  top: Uint8Array<ArrayBuffer>;
  /** Offset of each record, followed by the offset after the last record's line. */
  starts: Uint32Array;
}

/**
 * Consecutive records of a page or chunk, from index `from` up to but not including `to`. `bytes` is the page or chunk, or represents a
 * page or chunk that is not in memory. `Cut` is the type of the parts that `bytes.subarray` returns.
 */
export interface PagePiece<Cut = Uint8Array<ArrayBuffer>> {
  bytes: { subarray(start: number, end: number): Cut };
  offsets: RecordOffsets;
  from: number;
  to: number;
}

const UNEXPECTED_LAYOUT = 'a published file has an unexpected layout';
const LINE_FEED = 0x0a;
const encoder = new TextEncoder();
const METADATA_BYTES = encoder.encode(METADATA);
const LINKS_BYTES = encoder.encode(LINKS);
const RESULTS_BYTES = encoder.encode(RESULTS);
const OPEN_BYTES = encoder.encode(OPEN);
export const CLOSE_BYTES = encoder.encode(CLOSE);
/** The bytes between two records, and after the last record. */
export const BETWEEN_BYTES = encoder.encode(',\n');
export const AFTER_LAST_BYTES = encoder.encode('\n');

/** Start and end of a chunk, which is a JSON array with one record per line, as on a page. */
export const CHUNK_OPEN = encoder.encode('[\n');
export const CHUNK_CLOSE = encoder.encode('\n]\n');

/** Bytes of a page up to the end of its head. They are the same for all pages of a collection. */
export function topOf(head: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(OPEN + head);
}

/** How to recognise the parts of a page or chunk before and after its records. */
export interface Frame {
  /** Finds the end of a file's head and the start of its first record; null if the bytes are incomplete or have another layout. */
  open: (bytes: Uint8Array<ArrayBuffer>) => { headEnd: number; first: number } | null;
  /** Bytes after the line of the last record. */
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

/** Approximate maximum number of bytes before the first record of a streamed file. */
const MAX_HEAD = 1 << 20;

/** Finds the records in the bytes of a page or chunk. Throws an error if the layout is unexpected. */
export function recordOffsets(bytes: Uint8Array<ArrayBuffer>, { open, close }: Frame): RecordOffsets {
  const head = open(bytes);
  const end = bytes.length - close.length;
  if (!head || !hasAt(bytes, end, close)) throw new Error(UNEXPECTED_LAYOUT);
  const lines = [head.first];
  for (let at = head.first; at < end; lines.push(at)) at = nextLine(bytes, at);
  return { top: bytes.subarray(0, head.headEnd), starts: startsUntil(lines, end) };
}

/** Finds the records in a page or chunk of `size` bytes that is read in pieces. Rejects if the layout is unexpected. */
export async function streamedRecordOffsets(size: number, pieces: AsyncIterable<Uint8Array>, { open, close }: Frame) {
  /** Until the first record is found, all bytes so far; then the bytes up to the end of the head. */
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

/** The line offsets up to `end`, which must be one of them. */
function startsUntil(lines: readonly number[], end: number): Uint32Array {
  const last = lines.lastIndexOf(end);
  if (last === -1) throw new Error(UNEXPECTED_LAYOUT);
  return Uint32Array.from(lines.slice(0, last + 1));
}

function hasAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  return part.every((byte, index) => bytes[at + index] === byte);
}

/** Offset after the next line feed; 0 if no line feed follows. */
function nextLine(bytes: Uint8Array, at: number): number {
  return bytes.indexOf(LINE_FEED, at) + 1;
}

/**
 * Makes a page from the records of the pieces, in order, and returns it in parts. Parts with records are cut from the pieces without
 * copying. `top` is the same for all pages of the collection: the bytes of a page up to the end of its head.
 */
export function splicePage<Cut = Uint8Array<ArrayBuffer>>(
  top: Uint8Array<ArrayBuffer>,
  pieces: readonly PagePiece<Cut>[],
  count: number,
  links: PageLinks,
  window: Window,
): (Uint8Array<ArrayBuffer> | Cut)[] {
  const parts: (Uint8Array<ArrayBuffer> | Cut)[] = [top, encoder.encode(innerLines(count, links, window))];
  for (const { bytes, offsets, from, to } of pieces) {
    if (from >= to) continue;
    if (parts.length > 2) parts.push(BETWEEN_BYTES);
    // Without the comma and line break after the last record.
    const after = to === offsets.starts.length - 1 ? AFTER_LAST_BYTES : BETWEEN_BYTES;
    parts.push(bytes.subarray(offsets.starts[from] as number, (offsets.starts[to] as number) - after.length));
  }
  parts.push(encoder.encode(parts.length > 2 ? `\n${CLOSE}` : CLOSE));
  return parts;
}

export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Total length of all parts, in bytes. */
export function lengthOf(parts: readonly { length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

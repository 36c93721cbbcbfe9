/*
 * How a page is laid out as text. A page has one record a line, and what stands around them has lines of its own, so
 * that code which answers an arbitrary limit and offset cuts and joins lines and never parses a record. JSON allows no
 * line break inside a string (RFC 8259, section 7), so a line that looks like one of these is one of these.
 *
 * Where records are packed, chunks have the same lines of records, and pages are cut from them in the same way.
 */

import type { PageLinks, Window } from './routes.ts';

/** A page's text in parts. */
export interface PageParts {
  /** Members in front of the metadata, each a line with its comma: the dataset's source, description, … */
  head: string;
  /** Records of the whole collection. */
  count: number;
  links: PageLinks;
  /** JSON of each record of the page, without line breaks. */
  records: readonly string[];
}

const OPEN = '{\n';
const METADATA = '"metadata": ';
const LINKS = '"links": ';
const RESULTS = '"results": [\n';
/** What stands behind a page's last record, and its line break. */
export const CLOSE = ']\n}\n';

/** One member of a page's head, as a line. */
export function headLine(name: string, value: string): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
}

/** A page's head from its members, in their order. */
export function headLines(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([name, value]) => headLine(name, value))
    .join('');
}

/** Text of a page. */
export function joinPage({ records, ...around }: PageParts, window: Window): string {
  const lines = records.length === 0 ? '' : `${records.join(',\n')}\n`;
  return `${openPage(around, window)}${lines}${CLOSE}`;
}

/** Text of a page up to its first record; the records follow, each a line, with commas between them, and then what closes a page. */
export function openPage({ head, count, links }: Omit<PageParts, 'records'>, window: Window): string {
  return `${OPEN}${head}${innerLines(count, links, window)}`;
}

/** What stands between a page's head and its records. */
function innerLines(count: number, links: PageLinks, { limit, offset }: Window): string {
  const metadata = { resultset: { count, offset, limit } };
  return `${METADATA}${JSON.stringify(metadata)},\n${LINKS}${JSON.stringify(links)},\n${RESULTS}`;
}

/** Where the bytes of a page, or of a chunk, have what other pages are made of. */
export interface PageFrame {
  /** What the page begins with, to the end of its head; empty for a chunk. */
  top: Uint8Array<ArrayBuffer>;
  /** Where each record starts, and at last where the lines behind them do. */
  starts: Uint32Array;
}

/** Some records of a page or chunk, by their numbers on it: `from` up to `to`, exclusive. */
export interface PagePiece {
  bytes: Uint8Array<ArrayBuffer>;
  frame: PageFrame;
  from: number;
  to: number;
}

const OTHERWISE = 'a published file is not laid out as it was written';
const LINE_FEED = 0x0a;
const encoder = new TextEncoder();
const METADATA_BYTES = encoder.encode(METADATA);
const LINKS_BYTES = encoder.encode(LINKS);
const RESULTS_BYTES = encoder.encode(RESULTS);
const OPEN_BYTES = encoder.encode(OPEN);
const CLOSE_BYTES = encoder.encode(CLOSE);
/** Behind a record that another one follows, and behind the last one. */
const BETWEEN_BYTES = encoder.encode(',\n');
const BEHIND_BYTES = encoder.encode('\n');
const CLOSE_BEHIND_BYTES = encoder.encode(`\n${CLOSE}`);

/** What a chunk begins and ends with: it is a JSON array, its records laid out as on a page. */
export const CHUNK_OPEN = encoder.encode('[\n');
export const CHUNK_CLOSE = encoder.encode('\n]\n');

/** Bytes that any page of a collection begins with, to the end of its head. */
export function topOf(head: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(OPEN + head);
}

/** Finds the records of a chunk's bytes; throws when it is not laid out as a chunk. */
export function frameChunk(bytes: Uint8Array<ArrayBuffer>): PageFrame {
  const end = bytes.length - CHUNK_CLOSE.length + BEHIND_BYTES.length;
  const isChunk =
    CHUNK_OPEN.length < end && hasAt(bytes, 0, CHUNK_OPEN) && hasAt(bytes, end - BEHIND_BYTES.length, CHUNK_CLOSE);
  if (!isChunk) throw new Error(OTHERWISE);
  return { top: bytes.subarray(0, 0), starts: lineStarts(bytes, CHUNK_OPEN.length, end) };
}

/** Finds the lines of a page's bytes, as `joinPage` laid them out; throws when it did not. */
export function framePage(bytes: Uint8Array<ArrayBuffer>): PageFrame {
  let headEnd = OPEN_BYTES.length;
  while (headEnd > 0 && !hasAt(bytes, headEnd, METADATA_BYTES)) headEnd = nextLine(bytes, headEnd);
  const linksAt = nextLine(bytes, headEnd);
  const resultsAt = nextLine(bytes, linksAt);
  const recordsAt = resultsAt + RESULTS_BYTES.length;
  const recordsEnd = bytes.length - CLOSE_BYTES.length;
  const isPage =
    headEnd > 0 &&
    hasAt(bytes, 0, OPEN_BYTES) &&
    hasAt(bytes, linksAt, LINKS_BYTES) &&
    hasAt(bytes, resultsAt, RESULTS_BYTES) &&
    recordsAt <= recordsEnd &&
    hasAt(bytes, recordsEnd, CLOSE_BYTES);
  if (!isPage) throw new Error(OTHERWISE);
  return { top: bytes.subarray(0, headEnd), starts: lineStarts(bytes, recordsAt, recordsEnd) };
}

/** Where the lines between two places begin, and at last where they end, which must be at the second. */
function lineStarts(bytes: Uint8Array, from: number, end: number): Uint32Array {
  const starts = [from];
  for (let at = from; at < end; starts.push(at)) at = nextLine(bytes, at);
  if (starts.at(-1) !== end) throw new Error(OTHERWISE);
  return Uint32Array.from(starts);
}

function hasAt(bytes: Uint8Array, at: number, part: Uint8Array): boolean {
  return part.every((byte, index) => bytes[at + index] === byte);
}

/** Where the line behind that of a place begins; 0 when there is none. */
function nextLine(bytes: Uint8Array, at: number): number {
  return bytes.indexOf(LINE_FEED, at) + 1;
}

/**
 * Bytes of the page that `joinPage` would make of the records of some pieces, in order, as parts to be joined: those of the records are
 * the pieces' own, which are not copied. `top` is what any page of the collection begins with, to the end of its head.
 */
export function splicePage(
  top: Uint8Array<ArrayBuffer>,
  pieces: readonly PagePiece[],
  count: number,
  links: PageLinks,
  window: Window,
): Uint8Array<ArrayBuffer>[] {
  const parts = [top, encode(innerLines(count, links, window))];
  for (const piece of pieces) {
    if (piece.from >= piece.to) continue;
    if (parts.length > 2) parts.push(BETWEEN_BYTES);
    parts.push(recordBytes(piece));
  }
  parts.push(parts.length > 2 ? CLOSE_BEHIND_BYTES : CLOSE_BYTES);
  return parts;
}

/** The lines of a piece, without what stands behind the last one. */
function recordBytes({ bytes, frame: { starts }, from, to }: PagePiece): Uint8Array<ArrayBuffer> {
  const behind = to === starts.length - 1 ? BEHIND_BYTES : BETWEEN_BYTES;
  return bytes.subarray(starts[from], (starts[to] as number) - behind.length);
}

/** Parts in one. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Bytes of all parts. */
export function lengthOf(parts: readonly Uint8Array[]): number {
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

/** Bytes that a unit of a string takes at most in UTF-8. */
const MOST_BYTES = 3;
/** Short texts are written into pieces of memory of this size, in bytes: to get one for each takes longer than to fill it. */
const POOL_SIZE = 1 << 14;
let pool = new Uint8Array(0);
let pooled = 0;

/** UTF-8 of a text, in memory that nobody else writes to. */
function encode(text: string): Uint8Array<ArrayBuffer> {
  const most = text.length * MOST_BYTES;
  if (most > POOL_SIZE / 2) return encoder.encode(text);
  if (pooled + most > pool.length) {
    pool = new Uint8Array(POOL_SIZE);
    pooled = 0;
  }
  const start = pooled;
  pooled += encoder.encodeInto(text, pool.subarray(start)).written;
  return pool.subarray(start, pooled);
}

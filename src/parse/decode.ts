import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { entryText, ProblemError, problem } from '../problems.ts';

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 20;

/**
 * Text of a file, in chunks; a byte order mark in front is taken off. Without a declared encoding (a name of the WHATWG
 * Encoding Standard) it is UTF-8, or UTF-16 when its byte order mark says so. Throws a `ProblemError` at the first byte that
 * does not fit, and when the file cannot be read.
 */
export function* decodeFile(
  path: string,
  file: string,
  declared: string | null = null,
): Generator<string, void, undefined> {
  let decoder: TextDecoder | null = null;
  for (const bytes of readChunks(path, file, CHUNK_BYTES)) {
    decoder ??= new TextDecoder(encodingOf(bytes, file, declared), { fatal: true });
    yield decodeChunk(decoder, bytes, path, file, declared);
  }
  if (decoder) yield decodeChunk(decoder, null, path, file, declared);
}

function decodeChunk(
  decoder: TextDecoder,
  bytes: Uint8Array | null,
  path: string,
  file: string,
  declared: string | null,
): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw undecodable(path, file, decoder.encoding, declared);
  }
}

/** Byte order marks (Unicode Standard, section 23.8). */
const MARKS: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

function encodingOf(start: Uint8Array, file: string, declared: string | null): string {
  const marked = MARKS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.encoding;
  const encoding = declared === null ? (marked ?? 'utf-8') : new TextDecoder(declared).encoding;
  // "utf-16" is a name of utf-16le, whatever the mark says.
  if (marked !== undefined && marked !== encoding) {
    throw new ProblemError(
      problem(
        'encoding-invalid',
        { file },
        `the description says ${declared}, the byte order mark in front says ${marked}`,
        `Write "csv": { "encoding": "${marked}" } in the sidecar instead.`,
      ),
    );
  }
  return encoding;
}

/** Text that changes when a file is written to or replaced, whatever its times are set to; empty when it cannot be reached. */
export function fingerprintOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return '';
  }
}

/**
 * Bytes of a file, in a buffer that is used again for the next chunk. No more than it has when it is opened: one that grows as
 * fast as it is read would have no end.
 */
function* readChunks(path: string, file: string, size: number): Generator<Uint8Array, void, undefined> {
  let descriptor: number | null = null;
  try {
    // Opening a pipe, which may have taken the file's place, would wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw unreadable(file, 'it is no regular file');
    const buffer = Buffer.allocUnsafe(size);
    for (let left = stat.size; left > 0; ) {
      const length = readSync(descriptor, buffer, 0, Math.min(size, left), null);
      if (length === 0) return;
      left -= length;
      yield buffer.subarray(0, length);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw unreadable(file, (error as Error).message);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function unreadable(file: string, reason: string): ProblemError {
  const help = 'Check the file and its permissions.';
  return new ProblemError(problem('file-unreadable', { file }, `cannot be read: ${reason}`, help));
}

/** Where a text ends: its line, and the UTF-16 code units of that line up to there. */
interface TextEnd {
  line: number;
  units: number;
  /** A line feed that follows belongs to the line ending before it. */
  isBehindCr: boolean;
}

/** Where a text ends that began at another's end. */
function advance({ line, units, isBehindCr }: TextEnd, text: string): TextEnd {
  let breaks = isBehindCr && text.startsWith('\n') ? -1 : 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks += 1;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\n') breaks += 1;
  }
  const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return {
    line: line + breaks,
    units: last < 0 ? units + text.length : text.length - last - 1,
    isBehindCr: text === '' ? isBehindCr : text.endsWith('\r'),
  };
}

/** What files that are not UTF-8 mostly are in. */
const WESTERN = { csv: { encoding: 'windows-1252' } };

/** Bytes shown before and behind the place of a fault. */
const SHOWN_BYTES = 20;

/** The problem of a file with bytes that its encoding does not have, found by decoding it once more, from the start. */
function undecodable(path: string, file: string, encoding: string, declared: string | null): ProblemError {
  const { end, offset } = placeOfFault(path, file, encoding);
  const around = bytesBetween(path, file, Math.max(0, offset - SHOWN_BYTES), offset + SHOWN_BYTES);
  const bad = around.subarray(Math.min(offset, SHOWN_BYTES)).subarray(0, 4);
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const preview = new TextDecoder('windows-1252').decode(around).replace(/\p{Cc}/gu, ' ');
  const name = encoding.toUpperCase();
  return new ProblemError(
    problem(
      'encoding-invalid',
      { file, place: { line: end.line, column: end.units + 1, excerpt: `as windows-1252: ${preview}` } },
      `not ${name}: the bytes ${hex} are no character`,
      declared === null
        ? `If the line above reads right, add to the sidecar: ${entryText(WESTERN)}. If not, name the encoding the file is in, or save it as UTF-8.`
        : 'Name the encoding the file is in, or save it as UTF-8.',
      declared === null ? [WESTERN] : [],
    ),
  );
}

/** The longest text that a file begins with: where it ends, and at which byte. */
function placeOfFault(path: string, file: string, encoding: string): { end: TextEnd; offset: number } {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let end: TextEnd = { line: 1, units: 0, isBehindCr: false };
  let offset = 0;
  let seen = 0;
  const chunkSize = wholeChunks(path, file, encoding);
  const take = (bytes: Uint8Array): void => {
    const text = decoder.decode(bytes, { stream: true });
    seen += bytes.length;
    if (text === '') return;
    end = advance(end, text);
    offset = seen;
  };
  try {
    for (const bytes of readChunks(path, file, CHUNK_BYTES)) {
      const whole = Math.min(bytes.length, Math.max(0, chunkSize - seen));
      if (whole > 0) take(bytes.subarray(0, whole));
      for (let at = whole; at < bytes.length; at += 1) take(bytes.subarray(at, at + 1));
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
  return { end, offset };
}

/** Bytes at the beginning of a file that decode, in steps of a few thousand. */
function wholeChunks(path: string, file: string, encoding: string): number {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let seen = 0;
  try {
    for (const bytes of readChunks(path, file, 4096)) {
      decoder.decode(bytes, { stream: true });
      seen += bytes.length;
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
  return Math.max(0, seen - 4096);
}

function bytesBetween(path: string, file: string, from: number, to: number): Uint8Array {
  const found: number[] = [];
  let seen = 0;
  for (const bytes of readChunks(path, file, CHUNK_BYTES)) {
    if (seen + bytes.length > from) found.push(...bytes.subarray(Math.max(0, from - seen), Math.max(0, to - seen)));
    seen += bytes.length;
    if (seen >= to) break;
  }
  return Uint8Array.from(found);
}

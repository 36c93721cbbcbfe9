import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ProblemError, problem } from '../problems.ts';

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 20;

/**
 * Text of a UTF-8 file, in chunks; a byte order mark in front is taken off. Throws a `ProblemError` at the first byte
 * that is not UTF-8, and when the file cannot be read.
 */
export function* decodeFile(path: string, file: string): Generator<string, void, undefined> {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let end: TextEnd = { line: 1, units: 0, isBehindCr: false };
    let cutOff: Buffer = Buffer.alloc(0);
    for (;;) {
      const length = read(descriptor, buffer, file);
      const bytes = buffer.subarray(0, length);
      let text: string;
      try {
        text = decoder.decode(bytes, { stream: length > 0 });
      } catch {
        throw notUtf8(file, Buffer.concat([cutOff, bytes]), end);
      }
      if (text !== '') yield text;
      if (length === 0) break;
      end = advance(end, text);
      cutOff = beginningOfCharacter(bytes);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Text that changes when a file is written to or replaced; empty when the file is gone. */
export function fingerprintOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}` : '';
}

function read(descriptor: number, buffer: Buffer, file: string): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, null);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): ProblemError {
  return new ProblemError(
    problem(
      'file-unreadable',
      { file },
      `cannot be read: ${(error as Error).message}`,
      'Check the file and its permissions.',
    ),
  );
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

/** The bytes at the end of a chunk that begin a character and do not end it, copied. */
function beginningOfCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return Buffer.from(bytes.subarray(bytes.length - (length > back ? back : 0)));
  }
  return Buffer.alloc(0);
}

/** The problem of bytes that are not UTF-8; they begin with a character, where a text ended. */
function notUtf8(file: string, bytes: Buffer, end: TextEnd): ProblemError {
  const before = longestText(bytes);
  const valid = Buffer.byteLength(before);
  const { line, units } = advance(
    end,
    before.replace(/^\uFEFF/, (mark) => (end.line === 1 && end.units === 0 ? '' : mark)),
  );
  const preview = new TextDecoder('windows-1252').decode(bytes.subarray(Math.max(0, valid - 20), valid + 20));
  const bad = bytes.subarray(valid, valid + 4);
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const isUtf16 = line === 1 && units === 0 && /^(?:FF FE|FE FF)/.test(hex);
  const excerpt = `as windows-1252: ${preview.replace(/\p{Cc}/gu, ' ')}`;
  return new ProblemError(
    problem(
      'encoding-invalid',
      { file, place: { line, column: units + 1, excerpt } },
      isUtf16 ? 'not UTF-8 but UTF-16, by its byte order mark' : `not UTF-8: the bytes ${hex} are no character`,
      'Save the file as UTF-8 (in a spreadsheet: "CSV UTF-8").',
    ),
  );
}

/** Text of the characters before the first that is none. */
function longestText(bytes: Buffer): string {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (decodeWhole(bytes.subarray(0, middle)) === null) high = middle - 1;
    else low = middle;
  }
  return decodeWhole(bytes.subarray(0, low)) ?? '';
}

/** Text of bytes, without a character that their end cuts off; null when one is none. */
function decodeWhole(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ProblemError, placeInText, problem } from '../problems.ts';

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
    let line = 1;
    let lineText = '';
    for (;;) {
      const length = read(descriptor, buffer, file);
      const bytes = buffer.subarray(0, length);
      let text: string;
      try {
        text = decoder.decode(bytes, { stream: length > 0 });
      } catch {
        throw notUtf8(file, bytes, line, lineText);
      }
      if (text !== '') yield text;
      if (length === 0) break;
      ({ line, lineText } = advance(line, lineText, text));
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

/** Line number and beginning of the line in which a text ends. */
function advance(line: number, lineText: string, text: string): { line: number; lineText: string } {
  const lastBreak = text.lastIndexOf('\n');
  if (lastBreak < 0) return { line, lineText: (lineText + text).slice(0, 1 << 16) };
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return { line: line + count, lineText: text.slice(lastBreak + 1) };
}

/**
 * The problem of bytes that are not UTF-8. They begin in line `line` after `lineText`; the first bytes may end a
 * character whose beginning stood in the bytes before.
 */
function notUtf8(file: string, bytes: Buffer, line: number, lineText: string): ProblemError {
  const valid = longestValidPrefix(bytes);
  const before = lineText + bytes.toString('utf8', 0, valid);
  const place = placeInText(before, before.length, line);
  const bad = bytes.subarray(valid, valid + 4);
  const preview = new TextDecoder('windows-1252').decode(bytes.subarray(Math.max(0, valid - 20), valid + 20));
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const isUtf16 = line === 1 && place.column === 1 && /^(?:FF FE|FE FF)/.test(hex);
  return new ProblemError(
    problem(
      'encoding-invalid',
      { file, place: { ...place, excerpt: `as windows-1252: ${preview.replace(/\p{Cc}/gu, ' ')}` } },
      isUtf16 ? 'not UTF-8 but UTF-16, by its byte order mark' : `not UTF-8: the bytes ${hex} are no character`,
      'Save the file as UTF-8 (in a spreadsheet: "CSV UTF-8").',
    ),
  );
}

/**
 * Number of bytes before the first that cannot stand in UTF-8. A sequence cut off at the end counts as valid, and so do
 * continuation bytes in front: they end a character of the chunk before.
 */
function longestValidPrefix(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  let low = start;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (decodes(bytes.subarray(start, middle))) low = middle;
    else high = middle - 1;
  }
  return low === bytes.length ? start : low;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

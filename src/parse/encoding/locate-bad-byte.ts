import { ProblemError } from '../../problems/problem.ts';
import { countLineBreaks } from '../count-line-breaks.ts';

/** Reads a file again from its start, in chunks of at most `chunkBytes` bytes. A chunk is valid until the next. */
export type ReadAgain = (chunkBytes: number) => Iterable<Uint8Array>;

/** Position of the first bytes of a file that are not a character in its encoding. */
export interface BadByte {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  /** Number of bytes before it. */
  offset: number;
}

const CHUNK_BYTES = 1 << 20;
/** The file is decoded in steps of this size until one fails; the rest is decoded byte by byte. */
const STEP_BYTES = 4096;

/** Where a text ends: in which line, and after how many UTF-16 code units of that line. */
interface TextEnd {
  line: number;
  units: number;
  /** The text ends in CR, so a following LF belongs to the same line ending. */
  isAfterCr: boolean;
}

/** Position after the last character that decodes: where the first bad bytes begin. */
export function locateBadByte(read: ReadAgain, encoding: string): BadByte {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let end: TextEnd = { line: 1, units: 0, isAfterCr: false };
  let offset = 0;
  let seen = 0;
  const validBytes = bytesInValidSteps(read, encoding);
  const take = (bytes: Uint8Array): void => {
    const text = decoder.decode(bytes, { stream: true });
    seen += bytes.length;
    if (text === '') return;
    end = advance(end, text);
    offset = seen;
  };
  try {
    for (const bytes of read(CHUNK_BYTES)) {
      const whole = Math.min(bytes.length, Math.max(0, validBytes - seen));
      if (whole > 0) take(bytes.subarray(0, whole));
      for (let at = whole; at < bytes.length; at += 1) take(bytes.subarray(at, at + 1));
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
  return { line: end.line, column: end.units + 1, offset };
}

/** Number of bytes in the whole steps that decode, less one step, since a character may begin in the last of them. */
function bytesInValidSteps(read: ReadAgain, encoding: string): number {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let seen = 0;
  try {
    for (const bytes of read(STEP_BYTES)) {
      decoder.decode(bytes, { stream: true });
      seen += bytes.length;
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
  return Math.max(0, seen - STEP_BYTES);
}

/** Where a text ends once more text is appended to it. */
function advance({ line, units, isAfterCr }: TextEnd, text: string): TextEnd {
  const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return {
    line: line + countLineBreaks(text, isAfterCr),
    units: last < 0 ? units + text.length : text.length - last - 1,
    isAfterCr: text === '' ? isAfterCr : text.endsWith('\r'),
  };
}

/** The bytes of a file from offset `from` up to `to`, exclusive. */
export function bytesBetween(read: ReadAgain, from: number, to: number): Uint8Array {
  const found: number[] = [];
  let seen = 0;
  for (const bytes of read(CHUNK_BYTES)) {
    if (seen + bytes.length > from) found.push(...bytes.subarray(Math.max(0, from - seen), Math.max(0, to - seen)));
    seen += bytes.length;
    if (seen >= to) break;
  }
  return Uint8Array.from(found);
}

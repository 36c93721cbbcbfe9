import { ProblemError } from '../../problems/problem.ts';

/** Reads a file once more from its start, in chunks of so many bytes; the buffer is used again for the next chunk. */
export type ReadAgain = (chunkBytes: number) => Iterable<Uint8Array>;

/** The first bytes of a file that are no character in an encoding. */
export interface Fault {
  /** Place of the character that should be there; the column is in UTF-16 code units. */
  line: number;
  column: number;
  /** Number of bytes before it. */
  offset: number;
}

const CHUNK_BYTES = 1 << 20;
/** Steps in which the file is read until it does not decode; from there on it is read byte by byte. */
const STEP_BYTES = 4096;

/** Where a text ends: its line, and the UTF-16 code units of that line up to there. */
interface TextEnd {
  line: number;
  units: number;
  /** A line feed that follows belongs to the line ending before it. */
  isBehindCr: boolean;
}

/** Where the longest text ends that a file begins with. */
export function locateFault(read: ReadAgain, encoding: string): Fault {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let end: TextEnd = { line: 1, units: 0, isBehindCr: false };
  let offset = 0;
  let seen = 0;
  const soundBytes = bytesInSoundSteps(read, encoding);
  const take = (bytes: Uint8Array): void => {
    const text = decoder.decode(bytes, { stream: true });
    seen += bytes.length;
    if (text === '') return;
    end = advance(end, text);
    offset = seen;
  };
  try {
    for (const bytes of read(CHUNK_BYTES)) {
      const whole = Math.min(bytes.length, Math.max(0, soundBytes - seen));
      if (whole > 0) take(bytes.subarray(0, whole));
      for (let at = whole; at < bytes.length; at += 1) take(bytes.subarray(at, at + 1));
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
  return { line: end.line, column: end.units + 1, offset };
}

/** Bytes at the beginning of a file that decode, in steps of a few thousand. */
function bytesInSoundSteps(read: ReadAgain, encoding: string): number {
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

/** Bytes of a file from one offset up to another, exclusive. */
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

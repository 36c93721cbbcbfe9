import { ProblemError } from '../../problems/problem.ts';
import { countLineBreaks } from '../records/count-line-breaks.ts';

/** Rereads a file from its start, in chunks of at most `chunkBytes` bytes. A chunk is valid until the next one is read. */
export type RereadBytes = (chunkBytes: number) => Iterable<Uint8Array>;

const CHUNK_BYTES = 1 << 20;
/** Step size for decoding, in bytes. The step that fails and the one before it are then decoded byte by byte. */
const STEP_BYTES = 4096;

/**
 * Position of the first bytes that are invalid in the encoding. `line` and `column` count from 1, with columns in UTF-16 code units;
 * `offset` is in bytes, from 0.
 */
export function locateBadByte(read: RereadBytes, encoding: string) {
  const [ahead, decoder] = [1, 2].map(() => new TextDecoder(encoding, { fatal: true })) as [TextDecoder, TextDecoder];
  const place = { line: 1, column: 1, offset: 0 };
  let isAfterCr = false;
  let seen = 0;
  const take = (bytes: Uint8Array): void => {
    const text = decoder.decode(bytes, { stream: true });
    seen += bytes.length;
    if (text === '') return;
    const last = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    place.line += countLineBreaks(text, isAfterCr);
    place.column = last < 0 ? place.column + text.length : text.length - last;
    place.offset = seen;
    isAfterCr = text.endsWith('\r');
  };
  // An invalid character may start in the step before the one that fails.
  let before = new Uint8Array(0);
  let step = before;
  try {
    for (const bytes of read(STEP_BYTES)) {
      take(before);
      before = step;
      step = Uint8Array.from(bytes);
      ahead.decode(step, { stream: true });
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
  }
  try {
    for (const byte of [...before, ...step]) take(Uint8Array.of(byte));
  } catch {
    // `place` is now the position after the last valid character.
  }
  return place;
}

/** The bytes of a file from offset `from` to `to`, exclusive. */
export function bytesBetween(read: RereadBytes, from: number, to: number): Uint8Array {
  const found: number[] = [];
  let seen = 0;
  for (const bytes of read(CHUNK_BYTES)) {
    if (seen + bytes.length > from) found.push(...bytes.subarray(Math.max(0, from - seen), Math.max(0, to - seen)));
    seen += bytes.length;
    if (seen >= to) break;
  }
  return Uint8Array.from(found);
}

import type { ByteSource } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { fix } from '../../problems/sidecar-patch.ts';
import { detectEncoding } from './detect-encoding.ts';
import { explainEncoding } from './explain-encoding.ts';

/** Bytes in the first chunk, which are enough to detect the encoding and the dialect, and in each later chunk. */
const FIRST_BYTES = 1 << 14;
const CHUNK_BYTES = 1 << 20;

/** DOS filled the last disk block of a text file with this character. */
const END_MARK = '\x1A';

/**
 * Decodes a byte source into text, in chunks. Leaves out a byte order mark at the start and the end-of-file marks of DOS (0x1A) at the
 * end. If no encoding is declared (a name of the WHATWG Encoding Standard), the text is UTF-8, or UTF-16 if its byte order mark says so.
 * Throws a `ProblemError` at the first byte that the encoding does not allow, if the bytes prove another encoding or format, and if the
 * source cannot be read. `onRead` receives the number of bytes in each chunk.
 */
export function* decodeText(
  source: ByteSource,
  file: string,
  declared: string | null = null,
  onRead: (bytes: number) => void = () => {},
): Generator<string, void, undefined> {
  let decoder: TextDecoder | null = null;
  const decode = (to: TextDecoder, bytes?: Uint8Array): string => {
    try {
      return to.decode(bytes, { stream: bytes !== undefined });
    } catch {
      const read = (size: number): Iterable<Uint8Array> => source.readChunks(size, size);
      throw new ProblemError(explainEncoding(read, file, to.encoding, declared));
    }
  };
  let utf8: Utf8Detector | null = null;
  // End marks are held back until text follows them: only at the end of the file are they left out.
  let heldMarks = '';
  for (const bytes of source.readChunks(FIRST_BYTES, CHUNK_BYTES)) {
    onRead(bytes.length);
    if (!decoder) {
      decoder = new TextDecoder(detectEncoding(bytes, file, declared), { fatal: true });
      utf8 = decoder.encoding.startsWith('utf-') ? null : new Utf8Detector();
    }
    utf8?.add(bytes);
    const text = heldMarks + decode(decoder, bytes);
    const end = lengthWithoutEndMarks(text);
    heldMarks = text.slice(end);
    yield text.slice(0, end);
  }
  const rest = decoder ? heldMarks + decode(decoder) : '';
  utf8?.add(null);
  if (utf8?.isUtf8) {
    const message = `the description says ${declared}, but the whole file is valid UTF-8`;
    const fixes = [{ ...fix({ csv: { encoding: 'utf-8' } }), lead: 'Or, instead, ' }];
    const help = 'Remove "encoding" from the sidecar.';
    throw new ProblemError(problem('encoding-invalid', { file }, message, help, fixes));
  }
  yield rest.slice(0, lengthWithoutEndMarks(rest));
}

function lengthWithoutEndMarks(text: string): number {
  let end = text.length;
  while (text[end - 1] === END_MARK) end -= 1;
  return end;
}

/** Bytes that happen to be valid UTF-8 rarely have this many characters beyond ASCII. */
const MIN_BEYOND_ASCII = 4;

/** Detects whether a file is UTF-8, though its description declares another encoding. */
export class Utf8Detector {
  #decoder: TextDecoder | null = new TextDecoder('utf-8', { fatal: true });
  #beyondAscii = 0;

  /** Takes the next bytes; null at the end. */
  add(bytes: Uint8Array | null): void {
    if (!this.#decoder) return;
    try {
      const text = bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
      if (this.#beyondAscii < MIN_BEYOND_ASCII) this.#beyondAscii += text.match(/\P{ASCII}/gu)?.length ?? 0;
    } catch {
      this.#decoder = null;
    }
  }

  /** Whether all bytes so far are valid UTF-8, with enough characters beyond ASCII to rule out chance. */
  get isUtf8(): boolean {
    return this.#decoder !== null && this.#beyondAscii >= MIN_BEYOND_ASCII;
  }
}

import type { ByteSource } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { fix } from '../../problems/sidecar-patch.ts';
import { detectEncoding } from './detect-encoding.ts';
import { explainEncoding } from './explain-encoding.ts';

/** Usually enough to detect the encoding and the dialect. */
const FIRST_BYTES = 1 << 14;
const CHUNK_BYTES = 1 << 20;

/** DOS end-of-file mark (Ctrl+Z). Some programs filled the rest of the last disk block with it. */
const END_MARK = '\x1A';

/**
 * Decodes a byte source into chunks of text, without a byte order mark at the start or DOS end-of-file marks (0x1A) at the end.
 * `declared` is an encoding label of the WHATWG Encoding Standard; if null, the text is UTF-8, or UTF-16 if its byte order mark says so.
 * Throws a `ProblemError` if a byte is invalid in the encoding, if the file turns out to have a different encoding or format, or if the
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
  /** Decodes the file as UTF-8 too, if it is declared to be in an encoding of another family; null after the first invalid byte. */
  let utf8: TextDecoder | null = null;
  let nonAscii = 0;
  const decodeAsUtf8 = (bytes?: Uint8Array): void => {
    try {
      const text = utf8?.decode(bytes, { stream: bytes !== undefined }) ?? '';
      if (nonAscii < MIN_NON_ASCII) nonAscii += text.match(/\P{ASCII}/gu)?.length ?? 0;
    } catch {
      utf8 = null;
    }
  };
  // End marks are held back until text follows them, since only those at the end of the file are dropped.
  let heldMarks = '';
  for (const bytes of source.readChunks(FIRST_BYTES, CHUNK_BYTES)) {
    onRead(bytes.length);
    if (!decoder) {
      decoder = new TextDecoder(detectEncoding(bytes, file, declared), { fatal: true });
      utf8 = decoder.encoding.startsWith('utf-') ? null : new TextDecoder('utf-8', { fatal: true });
    }
    decodeAsUtf8(bytes);
    const text = heldMarks + decode(decoder, bytes);
    const end = lengthWithoutEndMarks(text);
    heldMarks = text.slice(end);
    yield text.slice(0, end);
  }
  const rest = decoder ? heldMarks + decode(decoder) : '';
  decodeAsUtf8();
  if (utf8 && nonAscii >= MIN_NON_ASCII) {
    const message = `the description says ${declared}, but the whole file is valid UTF-8`;
    const fixes = [{ ...fix({ csv: { encoding: 'utf-8' } }), lead: 'Or, instead, ' }];
    const help = 'Remove "encoding" from the description (the sidecar or the data package).';
    throw new ProblemError(problem('encoding-invalid', { file }, message, help, fixes));
  }
  yield rest.slice(0, lengthWithoutEndMarks(rest));
}

function lengthWithoutEndMarks(text: string): number {
  let end = text.length;
  while (text[end - 1] === END_MARK) end -= 1;
  return end;
}

/** Minimum number of non-ASCII characters. With fewer, text in another encoding may be valid UTF-8 by chance. */
const MIN_NON_ASCII = 4;

import type { ByteSource } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { patchText } from '../../problems/sidecar-patch.ts';
import { refuseOtherBytes } from './detect-other-format.ts';
import { Utf8Detector } from './detect-utf8.ts';
import { explainEncoding } from './explain-encoding.ts';

/** Bytes read at first, which suffice to tell how a file is written, and bytes read at a time from then on. */
const FIRST_BYTES = 1 << 14;
const CHUNK_BYTES = 1 << 20;

/** DOS wrote it behind the last character of a text, until the block of the disk was full. */
const END_MARK = '\x1A';

/**
 * Text of a byte source, in chunks; a byte order mark in front and end-of-file marks of DOS (0x1A) are taken off. Without a declared
 * encoding (a name of the WHATWG Encoding Standard) it is UTF-8, or UTF-16 when its byte order mark says so. Throws a
 * `ProblemError` at the first byte that does not fit, when the file is in another encoding or format, and when it cannot be read.
 * `onRead` is told the bytes of each chunk.
 */
export function* decodeText(
  source: ByteSource,
  file: string,
  declared: string | null = null,
  onRead: (bytes: number) => void = () => {},
): Generator<string, void, undefined> {
  let decoder: TextDecoder | null = null;
  let watch: Utf8Detector | null = null;
  // Marks are held back until something follows them: only at the end they are none of the text.
  let marks = '';
  for (const bytes of source.readChunks(FIRST_BYTES, CHUNK_BYTES)) {
    onRead(bytes.length);
    if (!decoder) {
      decoder = new TextDecoder(encodingOf(bytes, file, declared), { fatal: true });
      watch = decoder.encoding.startsWith('utf-') ? null : new Utf8Detector();
    }
    watch?.add(bytes);
    const text = marks + decodeChunk(decoder, bytes, source, file, declared);
    const end = lengthWithoutMarks(text);
    marks = text.slice(end);
    if (end > 0) yield text.slice(0, end);
  }
  const rest = decoder ? marks + decodeChunk(decoder, null, source, file, declared) : '';
  watch?.add(null);
  if (watch?.isUtf8) throw utf8AllTheSame(file, declared);
  const end = lengthWithoutMarks(rest);
  if (end > 0) yield rest.slice(0, end);
}

function lengthWithoutMarks(text: string): number {
  let end = text.length;
  while (text[end - 1] === END_MARK) end -= 1;
  return end;
}

function decodeChunk(
  decoder: TextDecoder,
  bytes: Uint8Array | null,
  source: ByteSource,
  file: string,
  declared: string | null,
): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    const read = (size: number): Iterable<Uint8Array> => source.readChunks(size, size);
    throw new ProblemError(explainEncoding(read, file, decoder.encoding, declared));
  }
}

function utf8AllTheSame(file: string, declared: string | null): ProblemError {
  const entry = { csv: { encoding: 'utf-8' } };
  return new ProblemError(
    problem(
      'encoding-invalid',
      { file },
      `the description says ${declared}, but the bytes are those of UTF-8 from the first to the last`,
      `Take "encoding" out of the sidecar, or write ${patchText(entry)}.`,
      [entry],
    ),
  );
}

/** Byte order marks (Unicode Standard, section 23.8); that of UTF-32 begins like that of UTF-16. */
const MARKS: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

function encodingOf(start: Uint8Array, file: string, declared: string | null): string {
  refuseOtherBytes(start, file);
  const marked = MARKS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.encoding;
  const looks = marked ?? unmarkedEncoding(start);
  // "utf-16" is a name of utf-16le, whatever the mark says.
  const encoding = declared === null ? (marked ?? 'utf-8') : new TextDecoder(declared).encoding;
  const refuse = (message: string, help: string, entry?: { csv: { encoding: string } }): ProblemError =>
    new ProblemError(problem('encoding-invalid', { file }, message, help, entry ? [entry] : []));
  if (looks?.startsWith('utf-32')) {
    throw refuse(`is in ${looks.toUpperCase()}, which is not read`, 'Save it as UTF-8.');
  }
  if (marked !== undefined && marked !== encoding) {
    throw refuse(
      `the description says ${declared}, the byte order mark in front says ${marked}`,
      `Write "csv": { "encoding": "${marked}" } in the sidecar instead.`,
      { csv: { encoding: marked } },
    );
  }
  if (looks !== null && looks !== encoding) {
    const entry = { csv: { encoding: looks } };
    const help = `Add to the sidecar: ${patchText(entry)}. Or save the file as UTF-8.`;
    throw refuse(`the bytes are those of ${looks.toUpperCase()} without a byte order mark`, help, entry);
  }
  if (encoding.startsWith('utf-16') && start.length >= SHORTEST_LOOK && !start.includes(0)) {
    throw refuse(`the description says ${declared}, but the bytes are not`, 'Take "encoding" out of it.');
  }
  return encoding;
}

/** Bytes from the start of a file that tell its encoding, and those that do not suffice. */
const LOOKED_AT = 1 << 16;
const SHORTEST_LOOK = 64;
/** Share of zeros among the bytes of a text in UTF-16, at least: each delimiter and line ending has one. */
const ZEROS = 0.02;

/** The encoding of bytes among which there are zeros as in UTF-16 and UTF-32; null for others, which have none. */
function unmarkedEncoding(start: Uint8Array): string | null {
  const length = Math.min(start.length, LOOKED_AT);
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  const breaks = { 'utf-16le': 0, 'utf-16be': 0 };
  for (let at = 0; at < length; at += 1) {
    if (start[at] !== 0) continue;
    zeros[(at % 4) as 0 | 1 | 2 | 3] += 1;
    const other = start[at % 2 === 0 ? at + 1 : at - 1];
    if (other === 0x0a || other === 0x0d) breaks[at % 2 === 0 ? 'utf-16be' : 'utf-16le'] += 1;
  }
  const [first, second, third, fourth] = zeros;
  const half = length / 2 - 2;
  if (first + second + third + fourth < length * ZEROS || half < 2) return null;
  if (third + fourth >= half * 0.95 && first === 0) return 'utf-32le';
  if (first + second >= half * 0.95 && fourth === 0) return 'utf-32be';
  if (breaks['utf-16le'] > 0 && breaks['utf-16be'] === 0) return 'utf-16le';
  return breaks['utf-16be'] > 0 && breaks['utf-16le'] === 0 ? 'utf-16be' : null;
}

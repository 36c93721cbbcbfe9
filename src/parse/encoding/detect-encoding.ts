import { ProblemError, problem } from '../../problems/problem.ts';
import { fix } from '../../problems/sidecar-patch.ts';
import { refuseKnownSignature } from './detect-other-format.ts';

/** Byte order marks (Unicode Standard, section 23.8). UTF-32 comes first, since the UTF-32LE mark starts with the UTF-16LE mark. */
const BYTE_ORDER_MARKS: readonly { encoding: string; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const INSPECTED_BYTES = 1 << 16;
/** If the start of a file has at least this many bytes and none of them is zero, the file is not UTF-16. */
const MIN_BYTES = 64;

/**
 * The encoding of a file: the declared one, else that of its byte order mark, else UTF-8. Throws a `ProblemError` if its first bytes
 * contradict the declared encoding, are UTF-16 without a declaration or byte order mark, are UTF-32, or are the signature of another file
 * format.
 */
export function detectEncoding(start: Uint8Array, file: string, declared: string | null): string {
  refuseKnownSignature(start, file);
  const marked = BYTE_ORDER_MARKS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.encoding;
  const detected = marked ?? detectWithoutMark(start);
  // In the WHATWG standard, "utf-16" is a label of utf-16le, whatever the byte order mark says.
  const encoding = declared === null ? (marked ?? 'utf-8') : new TextDecoder(declared).encoding;
  const refuse = (message: string, help: string, instead?: string): ProblemError => {
    const fixes = instead === undefined ? [] : [fix({ csv: { encoding: instead } })];
    return new ProblemError(problem('encoding-invalid', { file }, message, help, fixes));
  };
  if (detected?.startsWith('utf-32')) {
    throw refuse(`the file is in ${detected.toUpperCase()}, which is not supported`, 'Save it as UTF-8.');
  }
  if (marked !== undefined && marked !== encoding) {
    const message = `the description says ${declared}, but the byte order mark at the start of the file says ${marked}`;
    throw refuse(message, 'Correct "encoding" in the description (the sidecar or the data package).', marked);
  }
  if (detected !== null && detected !== encoding) {
    const message = `the file is in ${detected.toUpperCase()} without a byte order mark`;
    throw refuse(message, 'Save the file as UTF-8.', detected);
  }
  if (encoding.startsWith('utf-16') && start.length >= MIN_BYTES && !start.includes(0)) {
    const message = `the description says ${declared}, but the file is not UTF-16`;
    throw refuse(message, 'Remove "encoding" from the description (the sidecar or the data package).');
  }
  return encoding;
}

/** Minimum share of zero bytes in UTF-16 or UTF-32. Text in any script has at least one in each ASCII delimiter, LF and CR. */
const MIN_ZEROS = 0.02;
/** Minimum share of separator bytes that are paired with a zero byte in UTF-16. The others are halves of other characters. */
const MIN_PAIRED = 0.7;
/** Minimum share of zeros among the upper two bytes of all UTF-32 characters. */
const MIN_UPPER_ZEROS = 0.95;

/** ASCII characters that separate cells and lines: TAB, LF, CR, comma, semicolon. */
const SEPARATORS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x2c, 0x3b]);

/** Detects UTF-16 or UTF-32 from the positions of zero bytes; null for anything else, such as 8-bit text with some zeros. */
function detectWithoutMark(start: Uint8Array): string | null {
  const length = Math.min(start.length, INSPECTED_BYTES);
  if (!start.subarray(0, length).includes(0)) return null;
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  const paired = { 'utf-16le': 0, 'utf-16be': 0 };
  let separators = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = start[at] as number;
    if (byte === 0) zeros[(at % 4) as 0 | 1 | 2 | 3] += 1;
    if (!SEPARATORS.has(byte)) continue;
    separators += 1;
    // The low byte of a character comes first in little-endian order and second in big-endian order.
    const encoding = at % 2 === 0 ? 'utf-16le' : 'utf-16be';
    if (start[at % 2 === 0 ? at + 1 : at - 1] === 0) paired[encoding] += 1;
  }
  const [first, second, third, fourth] = zeros;
  const half = length / 2 - 2;
  if (first + second + third + fourth < length * MIN_ZEROS || half < 2) return null;
  if (third + fourth >= half * MIN_UPPER_ZEROS && first === 0) return 'utf-32le';
  if (first + second >= half * MIN_UPPER_ZEROS && fourth === 0) return 'utf-32be';
  const found = (['utf-16le', 'utf-16be'] as const).find(
    (encoding) => separators > 0 && paired[encoding] >= separators * MIN_PAIRED,
  );
  return found ?? null;
}

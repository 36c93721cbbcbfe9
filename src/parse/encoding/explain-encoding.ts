import { type Problem, problem } from '../../problems/problem.ts';
import { patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { guessEncodings } from './guess-encoding.ts';
import { bytesBetween, locateBadByte, type ReadAgain } from './locate-bad-byte.ts';

/** Bytes shown before the bad byte, and from it on. */
const SHOWN_BYTES = 20;
/** Encodings that the help suggests at most. */
const MOST_SUGGESTED = 4;
/** The encoding is guessed from this many lines with bytes beyond ASCII, and at most this many bytes of each. */
const MOST_LINES = 2000;
const LONGEST_LINE = 1 << 14;
/** Shares codes of letters with DOS code pages, which cannot be decoded: a text that reads right in it may be in one of those. */
const AMBIGUOUS = 'macintosh';
const LF = 0x0a;

/** The problem to report about a file with bytes that its encoding does not allow. Reads the file again to find the first of them. */
export function explainEncoding(read: ReadAgain, file: string, encoding: string, declared: string | null): Problem {
  const { line, column, offset } = locateBadByte(read, encoding);
  const from = Math.max(0, offset - SHOWN_BYTES);
  const around = bytesBetween(read, from, offset + SHOWN_BYTES);
  const bad = around.subarray(offset - from).subarray(0, 4);
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const { isMixed, guesses } = guessFromLines(read, declared);
  const [likely = 'windows-1252'] = guesses;
  const entries = guesses.map((it) => ({ csv: { encoding: it } }));
  const [, ...others] = guesses.map((it) => decodeExcerpt(it, around));
  return problem(
    'encoding-invalid',
    { file, place: { line, column, excerpt: `as ${likely}: ${decodeExcerpt(likely, around)}` } },
    `the file is not in ${encoding.toUpperCase()}${isMixed ? ', though most of it is' : ''}: the bytes ${hex} are not a character`,
    helpFor(isMixed, entries, others, declared),
    guesses.includes(AMBIGUOUS) ? [] : entries,
  );
}

function decodeExcerpt(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes).replace(/\p{Cc}/gu, ' ');
}

/** `others` are the decoded bytes around the bad byte, for each entry except the first. */
function helpFor(
  isMixed: boolean,
  entries: readonly SidecarPatch[],
  others: readonly string[],
  declared: string | null,
): string {
  if (isMixed) return 'The file contains text in two encodings: convert this line, and others like it, to UTF-8.';
  if (declared !== null || entries.length === 0) return 'Declare the encoding of the file, or save it as UTF-8.';
  const [first, ...more] = entries.map(patchText);
  return [
    `If the line above is right, add to the sidecar: ${first}.`,
    ...others.map((words, index) => `If it should read ${words.trim()}, add: ${more[index]}.`),
    'Otherwise declare the encoding of the file, or save it as UTF-8.',
  ].join('\n');
}

/** If no encoding is declared: whether most of the file is UTF-8, and else the encodings that it may be in, most likely first. */
function guessFromLines(read: ReadAgain, declared: string | null): { isMixed: boolean; guesses: string[] } {
  if (declared !== null) return { isMixed: false, guesses: [] };
  const lines = linesBeyondAscii(read);
  const text = lines.map((line) => new TextDecoder().decode(line)).join('');
  const bad = countMatches(/\uFFFD/g, text);
  const isMixed = countMatches(/[^\0-\x7F\uFFFD]/gu, text) >= Math.max(1, bad);
  return { isMixed, guesses: isMixed || lines.length === 0 ? [] : guessEncodings(lines).slice(0, MOST_SUGGESTED) };
}

function countMatches(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** The first lines with a byte beyond ASCII, each from shortly before that byte to the end of the line, with its line feed. */
function linesBeyondAscii(read: ReadAgain): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let rest = new Uint8Array(0);
  for (const bytes of read(1 << 20)) {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    rest = new Uint8Array(0);
    for (let at = 0; at < all.length; at += 1) {
      if ((all[at] as number) < 0x80) continue;
      const start = Math.max(all.lastIndexOf(LF, at) + 1, at - SHOWN_BYTES);
      const end = all.indexOf(LF, at);
      const line = all.slice(start, Math.min(end < 0 ? all.length : end + 1, start + LONGEST_LINE));
      if (end < 0 && line.length < LONGEST_LINE) rest = line;
      else lines.push(line);
      if (end < 0) break;
      at = end;
    }
    if (lines.length >= MOST_LINES) return lines;
  }
  return rest.length > 0 ? [...lines, rest] : lines;
}

import { type Problem, problem } from '../../problems/problem.ts';
import { type Fix, fix, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { guessEncodings } from './guess-encoding.ts';
import { bytesBetween, locateBadByte, type ReadBytesAgain } from './locate-bad-byte.ts';

/** Bytes, or characters, shown before the place in question, and from it on. */
const SHOWN = 20;
/** Maximum encodings that the help suggests. */
const MAX_SUGGESTED = 4;
/** The encoding is guessed from this many lines with bytes beyond ASCII, and at most this many bytes of each. */
const MAX_LINES = 2000;
const MAX_LINE = 1 << 14;
/** Shares codes of letters with DOS code pages, which cannot be decoded: a file that reads right only in it may be in one of them. */
const AMBIGUOUS = 'macintosh';
const LF = 0x0a;
const CR = 0x0d;

/** The problem to report about a file with bytes that its encoding does not allow. Reads the file again to find the first of them. */
export function explainEncoding(
  read: ReadBytesAgain,
  file: string,
  encoding: string,
  declared: string | null,
): Problem {
  const { line, column, offset } = locateBadByte(read, encoding);
  const from = Math.max(0, offset - SHOWN);
  const around = bytesBetween(read, from, offset + SHOWN);
  const bad = around.subarray(offset - from).subarray(0, 4);
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const { isMixed, guesses, lines } = guessFromLines(read, declared);
  const [likely = 'windows-1252'] = guesses;
  const probably = guesses.length === 1 ? `, probably ${likely}` : '';
  return problem(
    'encoding-invalid',
    { file, place: { line, column, excerpt: `as ${likely}: ${visible(new TextDecoder(likely).decode(around))}` } },
    `the file is not in ${encoding.toUpperCase()}${isMixed ? ', though most of it is' : ''}: the bytes ${hex} are not a character`,
    isMixed
      ? 'The file contains text in two encodings: convert this line, and others like it, to UTF-8.'
      : `Declare the encoding of the file as "encoding" in the "csv" of the sidecar${probably}, or save it as UTF-8.`,
    guesses.length === 1 && likely === AMBIGUOUS ? [] : fixesFor(guesses, lines),
  );
}

function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** One fix for each encoding. If there are several, each says how lines read in it that read differently in the others. */
function fixesFor(guesses: readonly string[], lines: readonly NumberedLine[]): Fix[] {
  const patchOf = (encoding: string): SidecarPatch => ({ csv: { encoding } });
  if (guesses.length === 1) return guesses.map((it) => fix(patchOf(it), 'If the line above is right'));
  const shown = tellingLines(guesses, lines);
  return guesses.map((encoding, index) => {
    const readings = shown.map(({ number, texts }) => `line ${number} should read "${texts[index]}"`);
    return fix(patchOf(encoding), `If ${readings.join(' and ')}`);
  });
}

/** A part of a line, as it reads in each encoding. `number` is the line's, from 1. */
type Readings = { number: number; texts: readonly string[] };

/** Parts of lines that together read differently in any two of the encodings: the first part that tells more encodings apart, and so on. */
function tellingLines(guesses: readonly string[], lines: readonly NumberedLine[]): Readings[] {
  const kindsIn = (shown: readonly Readings[]): number =>
    new Set(guesses.map((_, guess) => JSON.stringify(shown.map(({ texts }) => texts[guess])))).size;
  let shown: Readings[] = [];
  for (const { number, bytes } of lines) {
    const decoded = guesses.map((it) => new TextDecoder(it).decode(bytes));
    for (const texts of excerptsOf(decoded)) {
      const more = [...shown, { number, texts }];
      if (kindsIn(more) > kindsIn(shown)) shown = more;
    }
    if (kindsIn(shown) === guesses.length) break;
  }
  return shown;
}

/** Parts of strings around each place where two of them begin to differ, as people see them. */
function excerptsOf(texts: readonly string[]): string[][] {
  const places = new Set(
    texts.flatMap((text, index) => texts.slice(index + 1).map((other) => firstDifference(text, other))),
  );
  places.delete(-1);
  return [...places].map((at) => texts.map((text) => visible(text.slice(Math.max(0, at - SHOWN), at + SHOWN)).trim()));
}

/** The first offset at which two strings differ; -1 if they are equal. */
function firstDifference(one: string, other: string): number {
  if (one === other) return -1;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return at;
}

/** A line of a file, or the part of it from shortly before its first byte beyond ASCII. */
interface NumberedLine {
  /** From 1. */
  number: number;
  bytes: Uint8Array;
}

/** Whether most of the file is UTF-8; if not, the encodings that it may be in, most likely first. Empty if an encoding is declared. */
function guessFromLines(
  read: ReadBytesAgain,
  declared: string | null,
): { isMixed: boolean; guesses: string[]; lines: readonly NumberedLine[] } {
  if (declared !== null) return { isMixed: false, guesses: [], lines: [] };
  const lines = linesBeyondAscii(read);
  const bytes = lines.map((line) => line.bytes);
  const text = bytes.map((line) => new TextDecoder().decode(line)).join('');
  const [bad = 0, good = 0] = [/\uFFFD/g, /[^\0-\x7F\uFFFD]/gu].map((it) => text.match(it)?.length ?? 0);
  const isMixed = good >= Math.max(1, bad);
  const guesses = isMixed || lines.length === 0 ? [] : guessEncodings(bytes).slice(0, MAX_SUGGESTED);
  return { isMixed, guesses, lines };
}

/**
 * The first lines with a byte beyond ASCII, each from shortly before that byte to the end of the line, with the first byte of its line
 * ending: it ends a character that was cut off.
 */
function linesBeyondAscii(read: ReadBytesAgain): NumberedLine[] {
  const lines: NumberedLine[] = [];
  const line = new Uint8Array(MAX_LINE);
  let [length, number, last] = [0, 1, 0];
  let isPlain = true;
  const endLine = (): void => {
    if (!isPlain) lines.push({ number, bytes: line.slice(0, length) });
    isPlain = true;
    length = 0;
  };
  for (const bytes of read(1 << 20)) {
    for (const byte of bytes) {
      const isBreak = byte === LF || byte === CR;
      if (isPlain && (byte >= 0x80 || length === MAX_LINE)) {
        line.copyWithin(0, Math.max(0, length - SHOWN), length);
        length = Math.min(length, SHOWN);
        isPlain = byte < 0x80;
      }
      if (length < MAX_LINE) line[length] = byte;
      length = Math.min(length + 1, MAX_LINE);
      if (isBreak) endLine();
      if (byte === LF ? last !== CR : isBreak) number += 1;
      last = byte;
    }
    if (lines.length >= MAX_LINES) return lines;
  }
  endLine();
  return lines;
}

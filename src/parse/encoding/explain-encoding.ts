import { type Problem, problem } from '../../problems/problem.ts';
import { type Fix, fix } from '../../problems/sidecar-patch.ts';
import { guessEncodings } from './guess-encoding.ts';
import { bytesBetween, locateBadByte, type RereadBytes } from './locate-bad-byte.ts';

/** Number of bytes, or characters, shown on either side of a position. */
const SHOWN = 20;
const MAX_SUGGESTED = 4;
/** Number of lines with non-ASCII bytes that is enough to guess the encoding. */
const MAX_LINES = 2000;
/** Maximum number of bytes used from each line. */
const MAX_LINE = 1 << 14;
/** Not offered as a fix if it is the only guess: the text may be in a DOS code page that `TextDecoder` does not support. */
const AMBIGUOUS = 'macintosh';
const LF = 0x0a;
const CR = 0x0d;

/** The problem to report for a file with bytes that are invalid in its encoding. Rereads the file to find the first such byte. */
export function explainEncoding(read: RereadBytes, file: string, encoding: string, declared: string | null): Problem {
  const { line, column, offset } = locateBadByte(read, encoding);
  const from = Math.max(0, offset - SHOWN);
  const around = bytesBetween(read, from, offset + SHOWN);
  const bad = around.subarray(offset - from).subarray(0, 4);
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  // A declared encoding is not doubted, so nothing is guessed.
  const lines = declared === null ? nonAsciiLines(read) : [];
  const { isMixed, guesses } = guessFrom(lines);
  const [likely = 'windows-1252'] = guesses;
  const probably = guesses.length === 1 ? ` (probably ${likely})` : '';
  return problem(
    'encoding-invalid',
    { file, place: { line, column, excerpt: `as ${likely}: ${visible(new TextDecoder(likely).decode(around))}` } },
    `the file is not in ${encoding.toUpperCase()}${isMixed ? ', though most of it is' : ''}: the bytes ${hex} cannot be decoded`,
    isMixed
      ? 'The file seems to contain text in two encodings: convert this line, and others like it, to UTF-8.'
      : `Set "encoding" under "csv" in the sidecar to the encoding of the file${probably}, or save the file as UTF-8.`,
    guesses.length === 1 && likely === AMBIGUOUS ? [] : fixesFor(guesses, lines),
  );
}

function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** One fix per encoding. If there are several, the condition of each quotes parts of lines as they read in that encoding. */
function fixesFor(guesses: readonly string[], lines: readonly NumberedLine[]): Fix[] {
  if (guesses.length === 1)
    return guesses.map((encoding) => fix({ csv: { encoding } }, 'If the line above reads correctly'));
  const shown = tellingLines(guesses, lines);
  return guesses.map((encoding, index) => {
    const readings = shown.map(({ number, texts }) => `line ${number} should read "${texts[index]}"`);
    return fix({ csv: { encoding } }, `If ${readings.join(' and ')}`);
  });
}

/** Part of a line, decoded in each encoding. */
type Readings = { number: number; texts: readonly string[] };

/** Excerpts of lines that together distinguish the encodings. Omits excerpts that add nothing to the earlier ones. */
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

/** Excerpts around each place where two of the strings first differ, without control characters. */
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

/** A line of a file, or the part of it that starts shortly before the first non-ASCII byte. */
interface NumberedLine {
  /** Line number, from 1. */
  number: number;
  bytes: Uint8Array;
}

/** Whether most of the lines seem to be UTF-8; if not, their possible encodings, most likely first. */
function guessFrom(lines: readonly NumberedLine[]): { isMixed: boolean; guesses: string[] } {
  const bytes = lines.map((line) => line.bytes);
  const text = bytes.map((line) => new TextDecoder().decode(line)).join('');
  const [bad = 0, good = 0] = [/\uFFFD/g, /[^\0-\x7F\uFFFD]/gu].map((it) => text.match(it)?.length ?? 0);
  const isMixed = good >= Math.max(1, bad);
  const guesses = isMixed || lines.length === 0 ? [] : guessEncodings(bytes).slice(0, MAX_SUGGESTED);
  return { isMixed, guesses };
}

/**
 * The first lines with a non-ASCII byte, each from shortly before that byte to the end of the line, limited to `MAX_LINE` bytes. Includes
 * the first byte of the line ending, so that decoding fails if the line ends within a character.
 */
function nonAsciiLines(read: RereadBytes): NumberedLine[] {
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

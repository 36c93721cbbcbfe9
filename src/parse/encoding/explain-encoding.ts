import { type Problem, problem } from '../../problems/problem.ts';
import { patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { readableEncodings } from './guess-encoding.ts';
import { bytesBetween, locateFault, type ReadAgain } from './locate-bad-byte.ts';

/** Bytes shown before and behind the place of a fault. */
const SHOWN_BYTES = 20;
const MOST_READINGS = 4;
/** What is looked at to tell the encoding: lines that are not ASCII, so many, and so many bytes of each. */
const MOST_LINES = 2000;
const LONGEST_LINE = 1 << 14;
/** Its letters stand where those of DOS code pages do, which cannot be decoded: what reads right in it may be in one of them. */
const LOOK_ALIKE = 'macintosh';
const LF = 0x0a;

/** The problem of a file with bytes that its encoding does not have, found by reading it once more. */
export function explainEncoding(read: ReadAgain, file: string, encoding: string, declared: string | null): Problem {
  const { line, column, offset } = locateFault(read, encoding);
  const from = Math.max(0, offset - SHOWN_BYTES);
  const around = bytesBetween(read, from, offset + SHOWN_BYTES);
  const bad = around.subarray(offset - from).subarray(0, 4);
  const hex = [...bad].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const { isMixed, readings } = lookAt(read, declared);
  const [likely = 'windows-1252'] = readings;
  const entries = isMixed ? [] : readings.map((it) => ({ csv: { encoding: it } }));
  const [, ...others] = isMixed ? [] : readings.map((it) => wordsUnder(it, around));
  return problem(
    'encoding-invalid',
    { file, place: { line, column, excerpt: `as ${likely}: ${wordsUnder(likely, around)}` } },
    `not ${encoding.toUpperCase()}: the bytes ${hex} are no character${isMixed ? ', though most of the file is' : ''}`,
    helpFor(isMixed, entries, others, declared),
    readings.includes(LOOK_ALIKE) ? [] : entries,
  );
}

function wordsUnder(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes).replace(/\p{Cc}/gu, ' ');
}

/** `others` are what the bytes around the fault are under each entry but the first. */
function helpFor(
  isMixed: boolean,
  entries: readonly SidecarPatch[],
  others: readonly string[],
  declared: string | null,
): string {
  if (isMixed) return 'The file holds text of two encodings: convert this line, and others like it, to UTF-8.';
  if (declared !== null || entries.length === 0) return 'Name the encoding the file is in, or save it as UTF-8.';
  const [first, ...more] = entries.map(patchText);
  return [
    `If the line above reads right, add to the sidecar: ${first}.`,
    ...others.map((words, index) => `If it should read ${words.trim()}, add: ${more[index]}.`),
    'If neither, name the encoding the file is in, or save it as UTF-8.',
  ].join('\n');
}

/** Whether a file is UTF-8 for the most part; and the encodings that it may be in where none is declared. */
function lookAt(read: ReadAgain, declared: string | null): { isMixed: boolean; readings: string[] } {
  if (declared !== null) return { isMixed: false, readings: [] };
  const lines = linesBeyondAscii(read);
  const text = lines.map((line) => new TextDecoder().decode(line)).join('');
  const faults = countOf(/\uFFFD/g, text);
  const isMixed = countOf(/[^\0-\x7F\uFFFD]/gu, text) >= Math.max(1, faults);
  return { isMixed, readings: isMixed || lines.length === 0 ? [] : readableEncodings(lines).slice(0, MOST_READINGS) };
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** The first lines of a file that hold a byte beyond ASCII, with their line feeds, each from shortly before that byte. */
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

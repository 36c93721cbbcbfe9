import type { Place } from '../model.ts';

/** Maximum length of an excerpt, in UTF-16 code units. */
const EXCERPT_LENGTH = 100;

/** The place of an offset in a string. `firstLine` is the line number of the start of the string. */
export function placeInText(text: string, offset: number, firstLine = 1): Place {
  return placesIn(text, firstLine)(offset);
}

/** Returns a function that finds places in a string, in any order. Scans the string once and only up to the last place requested. */
export function placesIn(text: string, firstLine = 1): (offset: number) => Place {
  /** Offset of the start of each line found so far. */
  const starts = [0];
  const breaks = /\r\n|\n|\r/g;
  let isScanned = false;
  return (offset) => {
    while (!isScanned && (starts.at(-1) as number) <= offset) {
      if (breaks.test(text)) starts.push(breaks.lastIndex);
      else isScanned = true;
    }
    const index = lastAtMost(starts, offset);
    const start = starts[index] as number;
    return { line: firstLine + index, column: offset - start + 1, excerpt: excerptOf(text, start, offset) };
  };
}

/** Index of the last of the ascending numbers that is at most `limit`; 0 if none is. */
export function lastAtMost(numbers: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

function excerptOf(text: string, lineStart: number, offset: number): string {
  const from = Math.max(lineStart, offset - EXCERPT_LENGTH / 2);
  const rest = text.slice(from, from + EXCERPT_LENGTH);
  const end = rest.search(/[\r\n]/);
  const shown = end < 0 ? rest : rest.slice(0, end);
  return `${from > lineStart ? '…' : ''}${forTerminal(shown)}${end < 0 && from + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}

/** Control characters, line separators, and characters that change the text direction. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Makes a line safe to print, even with text from a hostile file: tabs become spaces, other unsafe characters become U+FFFD. */
export function forTerminal(line: string): string {
  return line.replace(UNSAFE, (character) => (character === '\t' ? ' ' : '\u{FFFD}'));
}

import type { Place } from '../model.ts';

/** Maximum length of an excerpt, in UTF-16 code units. */
const EXCERPT_LENGTH = 100;

/** The place of an offset in a string. `firstLine` is the line number of the start of the string. */
export function placeInText(text: string, offset: number, firstLine = 1): Place {
  return new TextPositions(text, firstLine).at(offset);
}

/** Finds places in a string, in any order. Scans the string once and only up to the last place requested. */
export class TextPositions {
  readonly #text: string;
  readonly #firstLine: number;
  /** Offset of the start of each line found so far. */
  readonly #starts = [0];
  readonly #breaks = /\r\n|\n|\r/g;
  #isScanned = false;

  constructor(text: string, firstLine = 1) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  at(offset: number): Place {
    while (!this.#isScanned && (this.#starts.at(-1) as number) <= offset) this.#findNextLine();
    const index = lastAtMost(this.#starts, offset);
    const start = this.#starts[index] as number;
    const excerpt = excerptOf(this.#text, start, offset);
    return { line: this.#firstLine + index, column: offset - start + 1, excerpt };
  }

  #findNextLine(): void {
    if (this.#breaks.test(this.#text)) this.#starts.push(this.#breaks.lastIndex);
    else this.#isScanned = true;
  }
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

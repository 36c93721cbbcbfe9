import type { Place } from '../model.ts';

const EXCERPT_LENGTH = 100;

/** A place in a text: line and column of an offset, and the line's text around it. */
export function placeInText(text: string, offset: number, firstLine = 1): Place {
  return new TextPositions(text, firstLine).at(offset);
}

/** Finds places in a text, which is looked through once, as far as they are asked for. */
export class TextPositions {
  readonly #text: string;
  readonly #firstLine: number;
  /** Offset of each line that was seen so far. */
  readonly #starts = [0];
  readonly #breaks = /\r\n|\n|\r/g;
  #isSeen = false;

  constructor(text: string, firstLine = 1) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  at(offset: number): Place {
    while (!this.#isSeen && (this.#starts.at(-1) as number) <= offset) this.#seeLine();
    const index = lastUpTo(this.#starts, offset);
    const start = this.#starts[index] as number;
    const excerpt = excerptOf(this.#text, start, offset);
    return { line: this.#firstLine + index, column: offset - start + 1, excerpt };
  }

  #seeLine(): void {
    if (this.#breaks.test(this.#text)) this.#starts.push(this.#breaks.lastIndex);
    else this.#isSeen = true;
  }
}

/** Index of the last of ascending numbers that is no greater than another; the first is not. */
function lastUpTo(numbers: readonly number[], limit: number): number {
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
  const safe = forTerminal(shown);
  return `${from > lineStart ? '…' : ''}${safe}${end < 0 && from + EXCERPT_LENGTH < text.length ? '…' : ''}`;
}

const HARMFUL = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** A line without the control characters of a hostile file, or of its name, and without those that turn it around. */
export function forTerminal(line: string): string {
  return line.replace(HARMFUL, (character) => (character === '\t' ? ' ' : '\u{FFFD}'));
}

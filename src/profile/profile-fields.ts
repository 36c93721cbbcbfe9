import type { ColumnDescription, FieldBlock } from '../model.ts';
import type { ColumnSnapshot } from './column-snapshot.ts';
import { KnownTexts } from './known-texts.ts';
import { NULL_SPELLINGS } from './nulls.ts';
import { ColumnProfiler } from './profile-column.ts';
import { trimBlanks } from './read-number.ts';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_E = 0x65;
const CAPITAL_E = 0x45;

/** Numbers of more digits are not read here. */
const MOST_DIGITS = 15;

/** What a cell's bytes are, as far as can be told without making a text of them. */
const NUMBER = 0;
const PLAIN_TEXT = 1;
const UNCLEAR = 2;

/** A text's bytes, and their number where quotes in it are doubled. */
interface Spelling {
  bytes: Uint8Array;
  doubled: number;
}

/** `quote` is the byte that is doubled in quoted cells, -1 for none. */
function spellingOf(text: string, quote: number): Spelling {
  const bytes = new TextEncoder().encode(text);
  return { bytes, doubled: bytes.length + bytes.filter((byte) => byte === quote).length };
}

/** What spellings of null begin with, by the byte, and the length of the longest. */
interface Nulls {
  firsts: Uint8Array;
  longest: number;
}

function nullsOf(texts: Iterable<string>, quote: number): Nulls {
  const firsts = new Uint8Array(256);
  let longest = 0;
  for (const { bytes, doubled } of [...texts].map((text) => spellingOf(trimBlanks(text), quote))) {
    if (bytes[0] !== undefined) firsts[bytes[0]] = 1;
    longest = Math.max(longest, doubled);
  }
  return { firsts, longest };
}

/** No mark that quotes cells stands in one of them. */
const DEFAULT_NULLS = nullsOf(NULL_SPELLINGS, -1);

/** First bytes of marks that some programs quote with: ' ` and the first bytes of those beyond ASCII. */
const ODD = [0x27, 0x60, 0xc2, 0xe2];

/**
 * Looks at the cells of one column as bytes. Plain numbers and texts of which nothing but their count is of interest are taken as they
 * are; of all others a text is made, for the column's profiler to judge.
 */
export class FieldProfiler {
  readonly #profiler: ColumnProfiler;
  readonly #name: Spelling;
  readonly #nulls: Nulls;
  /** Nulls may be spelled as numbers. */
  readonly #hasOwnNulls: boolean;
  readonly #known = new KnownTexts();
  #isPlain = true;
  /** Of the number that was read last. */
  #mantissa = 0;
  #places = 0;

  /**
   * `name` is the column's name in the file; the description gives neither a number format nor a claim. `quote` is the byte that quotes
   * cells, -1 for none.
   */
  constructor(name: string, description: ColumnDescription, quote: number) {
    this.#profiler = new ColumnProfiler(name, description);
    this.#name = spellingOf(name, quote);
    this.#hasOwnNulls = description.missing !== undefined;
    this.#nulls = description.missing ? nullsOf(description.missing, quote) : DEFAULT_NULLS;
  }

  /** Takes the column's cells in a block. */
  add(block: FieldBlock, cell: number): void {
    const { bytes, bounds, records, width } = block;
    const profiler = this.#profiler;
    let texts = 0;
    let empty = 0;
    let change = profiler.textsChange;
    for (let record = 0; record < records; record += 1) {
      const at = (record * width + cell) * 2;
      const start = bounds[at] as number;
      const end = bounds[at + 1] as number;
      if (start === end) {
        // The first is told at once, since nulls are listed in the order in which they come.
        if (empty === 0) profiler.addEmpty(1, block, record, cell);
        empty += 1;
        continue;
      }
      const kind = this.#kindOf(bytes, start, end);
      if (kind === NUMBER) {
        profiler.addPlainNumber(this.#mantissa, this.#places, block, record, cell);
        continue;
      }
      if (kind === PLAIN_TEXT && change !== 'more') {
        if (change === 'nothing' || this.#known.has(bytes, start, end)) {
          texts += 1;
          continue;
        }
      }
      this.#isPlain &&= kind === PLAIN_TEXT;
      profiler.addCell(block.textOf(record, cell), block, record, cell);
      change = profiler.textsChange;
      if (kind === PLAIN_TEXT && change === 'if new') this.#known.add(bytes, start, end);
    }
    if (empty > 1) profiler.addEmpty(empty - 1, block, 0, cell);
    profiler.addPlainTexts(texts);
    profiler.endBlock(records);
  }

  #kindOf(bytes: Uint8Array, start: number, end: number): typeof NUMBER | typeof PLAIN_TEXT | typeof UNCLEAR {
    const first = bytes[start] as number;
    if ((first >= ZERO && first <= NINE) || first === MINUS) return this.#kindOfNumber(bytes, start, end);
    // Blanks, points and signs.
    if (first <= 0x20 || first === POINT || first === 0x2b || (bytes[end - 1] as number) <= 0x20) return UNCLEAR;
    return this.#isSpecial(bytes, start, end) ? UNCLEAR : PLAIN_TEXT;
  }

  /** Of a cell that begins with a digit or a minus sign. */
  #kindOfNumber(bytes: Uint8Array, start: number, end: number): typeof NUMBER | typeof PLAIN_TEXT | typeof UNCLEAR {
    const isNegative = bytes[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    let mantissa = 0;
    let point = -1;
    let at = first;
    for (; at < end; at += 1) {
      const code = bytes[at] as number;
      if (code >= ZERO && code <= NINE) mantissa = mantissa * 10 + (code - ZERO);
      else if (code === POINT && point < 0) point = at;
      else break;
    }
    const digits = at - first - (point < 0 ? 0 : 1);
    const isPadded = bytes[first] === ZERO && digits > 1 && point !== first + 1;
    if (at < end) {
      const code = bytes[at] as number;
      const isText = code !== SMALL_E && code !== CAPITAL_E && digits > 0 && (bytes[end - 1] as number) > 0x20;
      if (!isText || (isPadded && !this.#profiler.hasCodes) || this.#isSpecial(bytes, start, end)) return UNCLEAR;
      return PLAIN_TEXT;
    }
    if (digits === 0 || digits > MOST_DIGITS || point === first || point === end - 1) return UNCLEAR;
    if (isPadded || (isNegative && mantissa === 0)) return UNCLEAR;
    // A null may be spelled as a number.
    if (this.#hasOwnNulls && this.#mayBeNull(bytes, start, end)) return UNCLEAR;
    this.#mantissa = isNegative ? -mantissa : mantissa;
    this.#places = point < 0 ? 0 : end - point - 1;
    return NUMBER;
  }

  /** Whether a text may be a spelling of null, quoted in an unusual way, or the column's name. */
  #isSpecial(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start] as number;
    if (first === ODD[0] || first === ODD[1] || first === ODD[2] || first === ODD[3]) return true;
    const length = end - start;
    const { bytes: name, doubled } = this.#name;
    return (first === name[0] && (length === name.length || length === doubled)) || this.#mayBeNull(bytes, start, end);
  }

  #mayBeNull(bytes: Uint8Array, start: number, end: number): boolean {
    return end - start <= this.#nulls.longest && this.#nulls.firsts[bytes[start] as number] === 1;
  }

  /** What the cells have told. `isPlain` says that those of a column of numbers are JSON numbers as they stand, or empty. */
  snapshot(): FieldSnapshot {
    return { column: this.#profiler.snapshot(), isPlain: this.#isPlain };
  }
}

export interface FieldSnapshot {
  column: ColumnSnapshot;
  isPlain: boolean;
}

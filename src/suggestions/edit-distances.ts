/*
 * Edit distances (Levenshtein) from one text to very many, in a time that no text can drive up:
 *
 * - Only distances up to `MAX_DISTANCE` count, so of each row of the usual table only the cells near the diagonal are needed.
 * - Such a row depends only on the row before it, and on which characters near the diagonal match. There are few different rows, so each step
 *   from one to the next is computed once, and looked up from then on.
 * - A text takes over the rows of the part that it shares with the beginning of the text before it.
 *
 * So one character of a text takes some nanoseconds. A library that fills whole tables needs a hundred times as long.
 */

/** Larger distances are not found. */
export const MAX_DISTANCE = 4;

/** Cells of a row: the one on the diagonal, and `MAX_DISTANCE` on either side. */
const CELLS = 2 * MAX_DISTANCE + 1;
const TOO_FAR = MAX_DISTANCE + 1;

/** Texts to compare with, prepared. Texts that share beginnings should be neighbours. */
export interface ComparedTexts {
  /** Number of each UTF-16 code unit that occurs, from 0. */
  alphabet: ReadonlyMap<number, number>;
  /** The code units of all texts, one text after another, each by its number. */
  units: Uint16Array;
  /** Where each text ends in `units`. */
  ends: Uint32Array;
  /** How many code units of each text are the same as at the beginning of the text before it. */
  shared: Uint32Array;
}

/** Prepares texts, in a time proportional to their length. */
export function prepareTexts(texts: readonly string[]): ComparedTexts {
  const alphabet = new Map<number, number>();
  const units = new Uint16Array(texts.reduce((sum, text) => sum + text.length, 0));
  const ends = new Uint32Array(texts.length);
  const shared = new Uint32Array(texts.length);
  let end = 0;
  let before = 0;
  for (const [index, text] of texts.entries()) {
    const start = end;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      let number = alphabet.get(unit);
      if (number === undefined) {
        number = alphabet.size;
        alphabet.set(unit, number);
      }
      units[end] = number;
      end += 1;
    }
    const most = Math.min(start - before, end - start);
    let same = 0;
    while (same < most && units[before + same] === units[start + same]) same += 1;
    shared[index] = same;
    ends[index] = end;
    before = start;
  }
  return { alphabet, units, ends, shared };
}

/** Calls `visit` with the index of each text whose distance from `given` is at most `MAX_DISTANCE`, and the distance. */
export function visitNear(
  given: string,
  { alphabet, units, ends, shared }: ComparedTexts,
  visit: (index: number, distance: number) => void,
): void {
  const size = alphabet.size;
  const matches = matchesOf(given, alphabet);
  /** The row after each number of code units of a text. */
  const rows = new Uint16Array(given.length + MAX_DISTANCE + 1);
  rows[0] = FIRST_ROW;
  /** For how many code units the rows are those of this text too. */
  let known = 0;
  for (let index = 0, start = 0; index < ends.length; index += 1) {
    const end = ends[index] as number;
    const length = end - start;
    known = Math.min(known, shared[index] as number);
    if (Math.abs(length - given.length) <= MAX_DISTANCE) {
      let row = rows[known] as number;
      let position = known * size;
      let at = start + known;
      // The rows that the next text takes over are kept.
      for (const kept = start + (shared[index + 1] ?? 0); at < kept && row !== DEAD_ROW; at += 1) {
        const match = matches[position + (units[at] as number)] as number;
        row = NEXT[(row << CELLS) | match] || computeNext(row, match);
        position += size;
        known += 1;
        rows[known] = row;
      }
      for (; at < end && row !== DEAD_ROW; at += 1) {
        const match = matches[position + (units[at] as number)] as number;
        row = NEXT[(row << CELLS) | match] || computeNext(row, match);
        position += size;
      }
      if (at === end) {
        const distance = (ROWS[row] as Row)[given.length - length + MAX_DISTANCE] as number;
        if (distance <= MAX_DISTANCE) visit(index, distance);
      }
    }
    start = end;
  }
}

/** Length of the beginning that each text shares with `given`, in UTF-16 code units. */
export function sharedBeginnings(given: string, { alphabet, units, ends, shared }: ComparedTexts): Uint32Array {
  /** The number of each code unit; one that is in no text has a number that nothing has. */
  const wanted = Array.from({ length: given.length }, (_, at) => alphabet.get(given.charCodeAt(at)) ?? alphabet.size);
  const lengths = new Uint32Array(ends.length);
  let same = 0;
  for (let index = 0, start = 0; index < ends.length; index += 1) {
    const end = ends[index] as number;
    const most = Math.min(wanted.length, end - start);
    // If this text differs from the one before it earlier than `given` does, it differs from `given` at that place.
    same = Math.min(same, shared[index] as number);
    while (same < most && units[start + same] === wanted[same]) same += 1;
    lengths[index] = same;
    start = end;
  }
  return lengths;
}

/**
 * For each position in a text, and each character of the alphabet: which of the characters of `given` that are near this position are that
 * character. Bit 0 stands for the one `MAX_DISTANCE` positions before.
 */
function matchesOf(given: string, alphabet: ComparedTexts['alphabet']): Uint16Array {
  const matches = new Uint16Array((given.length + MAX_DISTANCE) * alphabet.size);
  for (let at = 0; at < given.length; at += 1) {
    const unit = alphabet.get(given.charCodeAt(at));
    if (unit === undefined) continue;
    for (let position = Math.max(0, at - MAX_DISTANCE); position <= at + MAX_DISTANCE; position += 1) {
      const index = position * alphabet.size + unit;
      matches[index] = (matches[index] as number) | (1 << (at - position + MAX_DISTANCE));
    }
  }
  return matches;
}

/** The cells near the diagonal in one row of the table: distances, `TOO_FAR` for all that are larger than `MAX_DISTANCE`. */
type Row = readonly number[];

/** Number of different rows. */
const ROW_COUNT = 2420;

/*
 * The rows that occurred so far, by their number, and for each the row that follows it, by what matches; 0 if that is not computed yet. They
 * depend on no request.
 */
const ROWS: Row[] = [[]];
const NEXT = new Uint16Array((1 + ROW_COUNT) << CELLS);
const NUMBERS = new Map<string, number>();
/** No text that continues from here is near. */
const DEAD_ROW = numberOf(new Array(CELLS).fill(TOO_FAR));
/** The table's first row: the distances of the empty text from the beginnings of `given`. */
const FIRST_ROW = numberOf(Array.from({ length: CELLS }, (_, at) => (at < MAX_DISTANCE ? TOO_FAR : at - MAX_DISTANCE)));

function numberOf(row: Row): number {
  const key = row.join('');
  let number = NUMBERS.get(key);
  if (number === undefined) {
    number = ROWS.push(row) - 1;
    NUMBERS.set(key, number);
  }
  return number;
}

/** Computes the row after another one by the usual rule: the least of a deletion, an insertion and a replacement. */
function computeNext(row: number, match: number): number {
  const cells = ROWS[row] as Row;
  const after: number[] = [];
  for (let at = 0; at < CELLS; at += 1) {
    const replaced = (cells[at] as number) + ((match >> at) & 1 ? 0 : 1);
    const deleted = (cells[at + 1] ?? TOO_FAR) + 1;
    const inserted = (after[at - 1] ?? TOO_FAR) + 1;
    after.push(Math.min(replaced, deleted, inserted, TOO_FAR));
  }
  const number = numberOf(after);
  NEXT[(row << CELLS) | match] = number;
  return number;
}

import Papa from 'papaparse';
import type { Place } from '../../model.ts';
import { TextPositions } from '../../problems/text-position.ts';
import type { Dialect, TextBlock } from './dialect.ts';

/**
 * The record of a blank line: one without characters or, unless blanks are declared to be part of cells, of blanks alone. Compare it
 * by identity: an empty quoted cell gives an equal record that is not this one.
 */
export const BLANK_LINE: readonly string[] = [''];

/** The cells of the records in a block of text. Throws an error if Papa Parse finds another number of records than the block has. */
export function parseBlock(block: TextBlock, dialect: Dialect): (readonly string[])[] {
  const { text, starts, newline } = block;
  const even = withOneNewline(block);
  /** Whether Papa Parse can read the dialect without rewriting. */
  const isPlain = !dialect.trim && (dialect.quote === '' || dialect.escape === dialect.quote);
  // Papa Parse reads no record from an empty text, but an empty line is a record with one empty cell here.
  const plain = isPlain ? even.text : rewrite(even, dialect);
  const records = plain === '' ? [BLANK_LINE] : parserOf(dialect, newline).parse(plain, 0, false).data;
  if (records.length !== starts.length) {
    throw new Error(`Papa Parse reads ${records.length} records from a block of ${starts.length}`);
  }
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index] as readonly string[];
    if (record.length > 1 || record[0]?.trim() !== '') continue;
    let end = starts[index] as number;
    if (dialect.trim !== false) while (text[end] === ' ' || text[end] === '\t') end += 1;
    if (end === text.length || isNewline(text[end])) records[index] = BLANK_LINE;
  }
  return records;
}

/**
 * The core of Papa Parse. `Papa.parse` would remove a byte order mark, which is data inside a file. It would also copy the records, and its
 * objects outlive several garbage collections.
 */
function parserOf({ delimiter, quote, comment }: Dialect, newline: TextBlock['newline']): RecordParser {
  return new Papa.Parser({
    delimiter,
    newline,
    comments: comment ?? false,
    // Without quotes, the fast mode is correct.
    ...(quote === '' ? { fastMode: true } : { quoteChar: quote }),
  });
}

/** `Papa.Parser`, whose results its types leave open. */
interface RecordParser {
  parse(text: string, baseIndex: number, ignoreLastRow: boolean): { data: (readonly string[])[] };
}

/**
 * A block in which all line endings outside quotes are `newline`, since Papa Parse knows only one. Line breaks inside quotes stay as they
 * are.
 */
function withOneNewline(block: TextBlock): Pick<TextBlock, 'text' | 'starts'> {
  const { text, starts, newline, otherEnds } = block;
  const ends = otherEnds.filter((end) => end < text.length);
  if (ends.length === 0) return block;
  const other = newline === '\n' ? '\r\n' : '\n';
  const froms = [0, ...ends.map((end) => end + other.length)];
  const shift = newline.length - other.length;
  let before = 0;
  return {
    text: froms.map((from, index) => text.slice(from, ends[index])).join(newline),
    starts: starts.map((start) => {
      while (before < ends.length && (ends[before] as number) < start) before += 1;
      return start + before * shift;
    }),
  };
}

/**
 * Rewrites a text so that Papa Parse can read it. Each escaped quote inside a quoted cell is written twice. Two escapes become one; an
 * escape before any other character stays. Blanks that are not part of cells are left out.
 */
function rewrite({ text, starts }: Pick<TextBlock, 'text' | 'starts'>, dialect: Dialect): string {
  const records = starts.map((start, index) => rewriteRecord(text.slice(start, starts[index + 1]), dialect));
  return text.slice(0, starts[0]) + records.join('');
}

/** Rewrites a record. Comments after its end stay as they are. */
function rewriteRecord(text: string, dialect: Dialect): string {
  let result = '';
  let at = 0;
  for (;;) {
    if (dialect.trim) while (isBlank(text[at], dialect)) at += 1;
    const cell =
      dialect.quote !== '' && text[at] === dialect.quote ? quotedCell(text, at, dialect) : plainCell(text, at, dialect);
    result += cell.text;
    at = cell.end;
    if (text[at] !== dialect.delimiter) return result + text.slice(at);
    result += dialect.delimiter;
    at += 1;
  }
}

/** A rewritten cell, and the offset after it in the original text. */
interface Cell {
  text: string;
  end: number;
}

function plainCell(text: string, start: number, dialect: Dialect): Cell {
  let end = start;
  while (end < text.length && text[end] !== dialect.delimiter && !isNewline(text[end])) end += 1;
  let last = end;
  if (dialect.trim === true) while (last > start && isBlank(text[last - 1], dialect)) last -= 1;
  return { text: text.slice(start, last), end };
}

const LEADING = /^[ \t]+/;
// The lookbehind keeps a long run of blanks inside a cell from being tried at each of its offsets.
const TRAILING = /(?<![ \t])[ \t]+$/;

function quotedCell(text: string, start: number, dialect: Dialect): Cell {
  const { quote, escape: mark } = dialect;
  let inner = '';
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const character = text[at] as string;
    const next = text[at + 1];
    const isEscaped = character === mark && (next === quote || (mark !== quote && next === mark));
    if (!isEscaped && character === quote) break;
    inner += isEscaped && next === quote ? quote + quote : character;
    if (isEscaped) at += 1;
  }
  let end = at + 1;
  if (dialect.trim === true) while (isBlank(text[end], dialect)) end += 1;
  return {
    text: quote + (dialect.trim === true ? inner.replace(LEADING, '').replace(TRAILING, '') : inner) + quote,
    end,
  };
}

/** Whether a character around a cell is left out. With `start`, a tab is kept, as in other programs. */
function isBlank(character: string | undefined, { delimiter, quote, trim }: Dialect): boolean {
  const isOne = character === ' ' || (character === '\t' && trim === true);
  return isOne && character !== delimiter && character !== quote;
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/**
 * Returns the function that finds the place of a cell. It reads a record again when one of its cells is asked for, and remembers the
 * offsets of all its cells: few records are ever asked for, but perhaps every cell of a wide one.
 */
export function cellPlaces(block: TextBlock, dialect: Dialect): (record: number, cell: number) => Place {
  const places = new TextPositions(block.text, block.firstLine);
  const offsetsOf = new Map<number, readonly number[]>();
  return (record, cell) => {
    const offsets = offsetsOf.get(record) ?? cellOffsets(block, record, dialect);
    offsetsOf.set(record, offsets);
    return places.at(offsets[Math.min(cell, offsets.length - 1)] as number);
  };
}

/** The offset of each cell of a record, then the offset of the record's end. */
function cellOffsets({ text, starts }: TextBlock, record: number, dialect: Dialect): number[] {
  const { delimiter, quote, escape: mark } = dialect;
  const end = starts[record + 1] ?? text.length;
  let offset = starts[record] ?? text.length;
  const offsets = [offset];
  for (let isQuoted = false; offset < end; offset += 1) {
    const character = text[offset];
    if (isQuoted && character === mark && mark !== quote) offset += 1;
    else if (character === quote) isQuoted = !isQuoted;
    else if (!isQuoted) {
      if (character === delimiter) offsets.push(offset + 1);
      else if (character === '\n' || character === '\r') break;
    }
  }
  offsets.push(offset);
  return offsets;
}

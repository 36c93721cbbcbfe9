import Papa from 'papaparse';
import type { Place } from '../../model.ts';
import { TextPositions } from '../../problems/text-position.ts';
import type { Dialect, TextBlock } from './dialect.ts';

/**
 * The record of a blank line: an empty line or, unless whitespace is declared to be part of cells, a line of one unquoted cell with only
 * spaces and tabs. Compare it by identity, since an empty quoted cell gives a record with equal contents.
 */
export const BLANK_LINE: readonly string[] = [''];

/** Parses a block into the cells of its records. Throws an error if Papa Parse finds a different number of records than the block has. */
export function parseBlock(block: TextBlock, dialect: Dialect): (readonly string[])[] {
  const { text, starts, newline } = block;
  const even = withOneNewline(block);
  /** Whether Papa Parse can read the text as it is. */
  const isPlain = !dialect.trim && (dialect.quote === '' || dialect.escape === dialect.quote);
  const plain = isPlain ? even.text : rewrite(even, dialect);
  // Papa Parse finds no record in an empty string, but here an empty line is a record with one empty cell.
  const records = plain === '' ? [BLANK_LINE] : parserOf(dialect, newline).parse(plain, 0, false).data;
  if (records.length !== starts.length) {
    throw new Error(`Papa Parse found ${records.length} records in a block of ${starts.length} records`);
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
 * The core of Papa Parse. Calling `Papa.parse` instead would copy the records, and would strip a byte order mark at the start of any
 * block, although such a mark is data in the middle of a file.
 */
function parserOf({ delimiter, quote, comment }: Dialect, newline: TextBlock['newline']): RecordParser {
  return new Papa.Parser({
    delimiter,
    newline,
    comments: comment ?? false,
    // Fast mode ignores quotes, so it is correct only if there is no quote character.
    ...(quote === '' ? { fastMode: true } : { quoteChar: quote }),
  });
}

/** A `Papa.Parser`. In the type declarations of Papa Parse, its results are untyped. */
interface RecordParser {
  parse(text: string, baseIndex: number, ignoreLastRow: boolean): { data: (readonly string[])[] };
}

/** Converts all line endings outside quotes to `newline`, since Papa Parse supports only one kind. Line breaks in quotes stay unchanged. */
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
 * Rewrites text so that Papa Parse can read it. In quoted cells, an escaped quote becomes two quotes, an escaped escape character becomes
 * a single one, and an escape character before any other character stays. Trims whitespace as the dialect says.
 */
function rewrite({ text, starts }: Pick<TextBlock, 'text' | 'starts'>, dialect: Dialect): string {
  const records = starts.map((start, index) => rewriteRecord(text.slice(start, starts[index + 1]), dialect));
  return text.slice(0, starts[0]) + records.join('');
}

/** Rewrites the record at the start of a text. Any comment lines after the record stay unchanged. */
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

/** A rewritten cell and the offset just after it in the original text. */
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

// Without the lookbehind, a long run of whitespace inside a cell would take quadratic time.
const OUTER_BLANKS = /^[ \t]+|(?<![ \t])[ \t]+$/g;

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
  return { text: quote + (dialect.trim === true ? inner.replace(OUTER_BLANKS, '') : inner) + quote, end };
}

/** Whether a character is whitespace to trim, in a dialect that trims cells. If `trim` is `start`, only spaces are trimmed. */
function isBlank(character: string | undefined, { delimiter, quote, trim }: Dialect): boolean {
  const isOne = character === ' ' || (character === '\t' && trim === true);
  return isOne && character !== delimiter && character !== quote;
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/**
 * Returns a function that finds the place of a cell. It scans a record when one of its cells is first requested, and caches the offsets
 * of all its cells, since callers may request every cell of a wide record.
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

/** Offsets of the cells of a record, followed by the offset of its end. */
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

import Papa from 'papaparse';
import type { RecordBlock } from '../../model.ts';
import { placesIn } from '../../problems/text-position.ts';
import type { Dialect, TextBlock } from './dialect.ts';

/**
 * The record of a blank line: an empty line or, unless whitespace is declared to be part of cells, a line of one unquoted cell with only
 * spaces and tabs. Compare it by identity, since an empty quoted cell gives a record with equal contents.
 */
export const BLANK_LINE: readonly string[] = [''];

/** Parses a block into the cells of its records. Throws an error if Papa Parse finds a different number of records than the block has. */
export function parseBlock(block: TextBlock, dialect: Dialect): (readonly string[])[] {
  const { text, starts } = block;
  // Papa Parse neither trims cells nor knows an escape character that also escapes itself.
  const isPlain = !dialect.trim && (dialect.quote === '' || dialect.escape === dialect.quote);
  const records: (readonly string[])[] = isPlain
    ? parsePlain(block, dialect)
    : starts.map((start) => cellsAt(text, start, dialect).map((cell) => cell.text));
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
 * Calls the core of Papa Parse. `Papa.parse` itself would copy the records, and would strip a byte order mark at the start of any block,
 * although such a mark is data in the middle of a file.
 */
function parsePlain(block: TextBlock, { delimiter, quote, comment }: Dialect): (readonly string[])[] {
  const text = withOneNewline(block);
  // Papa Parse finds no record in an empty string, but here an empty line is a record with one empty cell.
  if (text === '') return [BLANK_LINE];
  const parser = new Papa.Parser({
    delimiter,
    newline: block.newline,
    comments: comment ?? false,
    // Fast mode ignores quotes, so it is correct only if there is no quote character.
    ...(quote === '' ? { fastMode: true } : { quoteChar: quote }),
  });
  return parser.parse(text, 0, false).data;
}

/** Converts all line endings outside quotes to `newline`, since Papa Parse supports only one kind. Line breaks in quotes stay unchanged. */
function withOneNewline({ text, newline, otherEnds }: TextBlock): string {
  const ends = otherEnds.filter((end) => end < text.length);
  if (ends.length === 0) return text;
  const other = newline === '\n' ? '\r\n' : '\n';
  const froms = [0, ...ends.map((end) => end + other.length)];
  return froms.map((from, index) => text.slice(from, ends[index])).join(newline);
}

/** A cell, and the offsets of its start and its end in the text. */
interface Cell {
  text: string;
  start: number;
  end: number;
}

/**
 * The cells of the record at an offset. In quoted cells, an escape character before any character other than a quote and itself is text.
 * Trims whitespace as the dialect says.
 */
function cellsAt(text: string, offset: number, dialect: Dialect): Cell[] {
  const cells: Cell[] = [];
  for (let start = offset; ; start = (cells.at(-1) as Cell).end + 1) {
    let at = start;
    if (dialect.trim) while (isBlank(text[at], dialect)) at += 1;
    const isQuoted = dialect.quote !== '' && text[at] === dialect.quote;
    const cell = isQuoted ? quotedCell(text, at, dialect) : plainCell(text, at, dialect);
    cells.push({ ...cell, start });
    if (text[cell.end] !== dialect.delimiter) return cells;
  }
}

function plainCell(text: string, start: number, dialect: Dialect): Omit<Cell, 'start'> {
  let end = start;
  while (end < text.length && text[end] !== dialect.delimiter && !isNewline(text[end])) end += 1;
  let last = end;
  if (dialect.trim === true) while (last > start && isBlank(text[last - 1], dialect)) last -= 1;
  return { text: text.slice(start, last), end };
}

// Without the lookbehind, a long run of whitespace inside a cell would take quadratic time.
const OUTER_BLANKS = /^[ \t]+|(?<![ \t])[ \t]+$/g;

function quotedCell(text: string, start: number, dialect: Dialect): Omit<Cell, 'start'> {
  const { quote, escape: mark } = dialect;
  let inner = '';
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const character = text[at] as string;
    const next = text[at + 1];
    const isEscaped = character === mark && (next === quote || (mark !== quote && next === mark));
    if (!isEscaped && character === quote) break;
    inner += isEscaped ? next : character;
    if (isEscaped) at += 1;
  }
  let end = at + 1;
  if (dialect.trim === true) while (isBlank(text[end], dialect)) end += 1;
  return { text: dialect.trim === true ? inner.replace(OUTER_BLANKS, '') : inner, end };
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
export function cellPlaces({ text, starts, firstLine }: TextBlock, dialect: Dialect): RecordBlock['placeOf'] {
  const placeAt = placesIn(text, firstLine);
  const offsetsOf = new Map<number, readonly number[]>();
  return (record, cell) => {
    let offsets = offsetsOf.get(record);
    if (!offsets) {
      const cells = cellsAt(text, starts[record] ?? text.length, dialect);
      offsets = [...cells.map(({ start }) => start), (cells.at(-1) as Cell).end];
      offsetsOf.set(record, offsets);
    }
    return placeAt(offsets[Math.min(cell, offsets.length - 1)] as number);
  };
}

import Papa from 'papaparse';
import type { Place } from '../../model.ts';
import { TextPositions } from '../../problems/text-position.ts';
import type { Dialect, TextBlock } from './dialect.ts';

/**
 * The record of a line without any character, or of blanks where these may be no part of cells; told by its identity from that of a
 * quoted cell that is empty.
 */
export const BLANK_LINE: readonly string[] = [''];

/** Cells of the records in a block of text. Throws when Papa Parse and the scanner that cut the block disagree. */
export function parseBlock(block: TextBlock, dialect: Dialect): (readonly string[])[] {
  const { text, starts, newline } = block;
  const { delimiter, quote, comment } = dialect;
  // Papa Parse reads no record from no text, where a line without characters is a record with one empty cell; and it
  // takes a byte order mark off whatever text it is given, where here it is data: so it gets one to take off.
  const plain = isPlain(dialect) ? text : rewrite(block, dialect);
  const records: (readonly string[])[] =
    plain === ''
      ? [BLANK_LINE]
      : Papa.parse<string[]>(`\uFEFF${plain}`, {
          delimiter,
          newline,
          comments: comment ?? false,
          header: false,
          skipEmptyLines: false,
          // Without quotes, its fast mode is the whole of the work.
          ...(quote === '' ? { fastMode: true } : { quoteChar: quote }),
        }).data;
  if (records.length !== starts.length) {
    throw new Error(`two readings of a block disagree: ${starts.length} records and ${records.length}`);
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

/** True for a dialect that needs no rewriting. */
function isPlain({ quote, escape: mark, trim }: Dialect): boolean {
  return !trim && (quote === '' || mark === quote);
}

/**
 * Text as Papa Parse reads it: each quote inside a quoted cell is written twice, where there was an escape before it (an escape before
 * an escape stands for one, before anything else for itself), and blanks that are no part of the cells are left out.
 */
function rewrite({ text, starts }: TextBlock, dialect: Dialect): string {
  const records = starts.map((start, index) => rewriteRecord(text.slice(start, starts[index + 1]), dialect));
  return text.slice(0, starts[0]) + records.join('');
}

/** Rewrites a record; behind its end there may be comments, which stay as they are. */
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

/** A cell as it is written anew, and the offset behind it. */
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
// Behind a character that is none, so that a long run of blanks inside a cell is not tried from each of its places.
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

/** Whether a character is left out around a cell; in front alone, as other programs do it, a tab is not. */
function isBlank(character: string | undefined, { delimiter, quote, trim }: Dialect): boolean {
  const isOne = character === ' ' || (character === '\t' && trim === true);
  return isOne && character !== delimiter && character !== quote;
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/**
 * Makes the function that finds a cell's place. A record is read again when one of its cells is asked for, and its cells are
 * remembered: few records are ever asked for, but of a wide one perhaps every cell.
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

/** Offsets at which a record's cells begin, and that of its end. */
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

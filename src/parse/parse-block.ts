import Papa from 'papaparse';
import type { Place } from '../model.ts';
import { TextPlaces } from '../problems.ts';
import type { Dialect, TextBlock } from './split-records.ts';

/** The record of a line without any character, told by its identity from that of a quoted cell that is empty. */
export const BLANK_LINE: readonly string[] = [''];

/** Cells of the records in a block of text. Throws when Papa Parse and the scanner that cut the block disagree. */
export function parseBlock(block: TextBlock, dialect: Dialect): (readonly string[])[] {
  const { text, starts, newline } = block;
  const { delimiter, quote, comment } = dialect;
  // Papa Parse reads no record from no text, where a line without characters is a record with one empty cell; and it
  // takes a byte order mark off whatever text it is given, where here it is data: so it gets one to take off.
  const records: (readonly string[])[] =
    text === ''
      ? [BLANK_LINE]
      : Papa.parse<string[]>(`\uFEFF${isPlain(dialect) ? text : rewrite(block, dialect)}`, {
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
    if (record.length > 1 || record[0] !== '') continue;
    const start = starts[index] as number;
    if (start === text.length || isNewline(text[start])) records[index] = BLANK_LINE;
  }
  return records;
}

/** True for a dialect that needs no rewriting. */
function isPlain({ quote, escape: mark, skipInitialSpace }: Dialect): boolean {
  return !skipInitialSpace && (quote === '' || mark === quote);
}

/**
 * Text with each quote inside a quoted cell written twice, from text that has an escape before it; an escape before an escape stands
 * for one, before anything else for itself. Where blanks behind a delimiter are no part of the cell, without them.
 */
function rewrite({ text, starts }: TextBlock, dialect: Dialect): string {
  const records = starts.map((start, index) => rewriteRecord(text.slice(start, starts[index + 1]), dialect));
  return text.slice(0, starts[0]) + records.join('');
}

/** Rewrites a record; behind its end there may be comments, which stay as they are. */
function rewriteRecord(text: string, { delimiter, quote, escape: mark, skipInitialSpace }: Dialect): string {
  let result = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    const next = text[at + 1];
    if (isQuoted && mark !== quote && character === mark && (next === quote || next === mark)) {
      result += next === quote ? quote + quote : mark;
      at += 1;
      continue;
    }
    if (character === quote) isQuoted = !isQuoted;
    else if (!isQuoted && (character === '\n' || character === '\r')) return result + text.slice(at);
    result += character;
    if (skipInitialSpace && !isQuoted && character === delimiter) while (text[at + 1] === ' ') at += 1;
  }
  return result;
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/**
 * Makes the function that finds a cell's place. A record is read again when one of its cells is asked for, and its cells are
 * remembered: few records are ever asked for, but of a wide one perhaps every cell.
 */
export function cellPlaces(block: TextBlock, dialect: Dialect): (record: number, cell: number) => Place {
  const places = new TextPlaces(block.text, block.firstLine);
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

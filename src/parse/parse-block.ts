import Papa from 'papaparse';
import type { Place } from '../model.ts';
import { placeInText } from '../problems.ts';
import type { Dialect, TextBlock } from './split-records.ts';

/** The record of a line without any character, told by its identity from that of a quoted cell that is empty. */
export const BLANK_LINE: readonly string[] = [''];

/** Cells of the records in a block of text. Throws when Papa Parse and the scanner that cut the block disagree. */
export function parseBlock({ text, starts, newline }: TextBlock, dialect: Dialect): (readonly string[])[] {
  const { delimiter, quote, comment } = dialect;
  // Papa Parse reads no record from no text, where a line without characters is a record with one empty cell; and it
  // takes a byte order mark off whatever text it is given, where here it is data: so it gets one to take off.
  const records: (readonly string[])[] =
    text === ''
      ? [BLANK_LINE]
      : Papa.parse<string[]>(`\uFEFF${quote === '' || dialect.escape === quote ? text : doubleQuotes(text, dialect)}`, {
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
  for (const [index, record] of records.entries()) {
    const start = starts[index] as number;
    if (record.length === 1 && record[0] === '' && lineEnd(text, start) === start) records[index] = BLANK_LINE;
  }
  return records;
}

/**
 * Text with each quote inside a quoted cell written twice, from text that has an escape before it. An escape before an
 * escape stands for one; before anything else for itself.
 */
function doubleQuotes(text: string, { quote, escape: mark, comment }: Dialect): string {
  let result = '';
  let isQuoted = false;
  let isLineStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    const next = text[at + 1];
    if (isLineStart && comment !== null && text.startsWith(comment, at)) {
      const end = lineEnd(text, at);
      result += text.slice(at, end);
      at = end - 1;
    } else if (isQuoted && character === mark && (next === quote || next === mark)) {
      result += next === quote ? quote + quote : mark;
      at += 1;
    } else {
      if (character === quote) isQuoted = !isQuoted;
      result += character;
    }
    isLineStart = !isQuoted && isNewline(text[at]);
  }
  return result;
}

/** Offset of the first line ending behind an offset, or of the text's end. */
function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isNewline(text[at])) at += 1;
  return at;
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

/** Place of a cell; found by reading the record again, since only few cells are ever asked for. */
export function placeOfCell(
  { text, starts, firstLine }: TextBlock,
  record: number,
  cell: number,
  dialect: Dialect,
): Place {
  const { delimiter, quote, escape: mark } = dialect;
  const end = starts[record + 1] ?? text.length;
  let offset = starts[record] ?? text.length;
  let isQuoted = false;
  for (let passed = 0; passed < cell && offset < end; offset += 1) {
    const character = text[offset];
    if (isQuoted && character === mark && mark !== quote) offset += 1;
    else if (character === quote) isQuoted = !isQuoted;
    else if (!isQuoted) {
      if (character === delimiter) passed += 1;
      else if (character === '\n' || character === '\r') break;
    }
  }
  return placeInText(text, offset, firstLine);
}

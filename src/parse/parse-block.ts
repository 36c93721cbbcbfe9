import Papa from 'papaparse';
import type { Place } from '../model.ts';
import { placeInText } from '../problems.ts';
import type { Dialect, TextBlock } from './split-records.ts';

/** Cells of the records in a block of text. Throws when Papa Parse and the scanner that cut the block disagree. */
export function parseBlock({ text, starts, newline }: TextBlock, dialect: Dialect): string[][] {
  const { delimiter, quote, comment } = dialect;
  // Papa Parse reads no record from no text, where a line without characters is a record with one empty cell; and it
  // takes a byte order mark off whatever text it is given, where here it is data: so it gets one to take off.
  const records =
    text === ''
      ? [['']]
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
  return records;
}

/**
 * Text with each quote inside a quoted cell written twice, from text that has an escape before it. An escape before an
 * escape stands for one; before anything else for itself.
 */
function doubleQuotes(text: string, { quote, escape: mark }: Dialect): string {
  let result = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    const next = text[at + 1];
    if (isQuoted && character === mark && (next === quote || next === mark)) {
      result += next === quote ? quote + quote : mark;
      at += 1;
    } else {
      if (character === quote) isQuoted = !isQuoted;
      result += character;
    }
  }
  return result;
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

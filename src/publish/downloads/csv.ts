import type { EncodedRecords, RecordPages } from '../records/record-writer.ts';
import { type Conversion, downloadFormat, keyLengthsOf } from './download-writer.ts';

const [QUOTE, COMMA, BACKSLASH, BLANK, OBJECT_END] = [0x22, 0x2c, 0x5c, 0x20, 0x7d];
const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];
/** The first letter of `null`. */
const NULL = 0x6e;
/** Longer texts are copied by one call. */
const MAX_LOOP = 48;

/**
 * CSV as in RFC 4180, in UTF-8, with one header: numbers with the digits of their JSON, nulls as empty cells, and empty texts in quotes.
 * Cells that a spreadsheet would take for formulas stay as they are.
 */
export const CSV = downloadFormat('csv', conversionOf);

function conversionOf({ columns }: Pick<RecordPages, 'columns'>): Conversion {
  const keyLengths = keyLengthsOf(columns);
  // Many readers skip empty lines, and so would lose a record with nothing but a null.
  const isNullQuoted = columns.length === 1;
  const convert = ({ bytes, start, count }: EncodedRecords, to: Buffer, at: number): number => {
    let [from, length] = [start, at];
    for (let record = 0; record < count; record += 1) {
      for (let column = 0; column < keyLengths.length; column += 1) {
        if (column > 0) to[length++] = COMMA;
        from += keyLengths[column] as number;
        const first = bytes[from];
        if (first === QUOTE) {
          const end = endOfText(bytes, from);
          length = writeText(bytes, from, end, to, length);
          from = end;
        } else if (first === NULL) {
          if (isNullQuoted) length += to.write('""', length);
          from += 4;
        } else {
          for (let byte = first; byte !== COMMA && byte !== OBJECT_END; byte = bytes[from]) {
            to[length++] = byte as number;
            from += 1;
          }
        }
      }
      // The end of the object, and what separates it from the next.
      from += 3;
      to[length++] = CARRIAGE_RETURN;
      to[length++] = LINE_FEED;
    }
    return length;
  };
  return { head: Buffer.from(`${columns.map(({ name }) => headerCell(name)).join(',')}\r\n`), moreBytes: 2, convert };
}

/** Where a JSON string that begins at `start` ends, exclusive. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Writes a JSON string as a cell; returns where the cell ends. */
function writeText(bytes: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let isPlain = end - start > 2 && bytes[start + 1] !== BLANK && bytes[end - 2] !== BLANK;
  for (let index = start + 1; index < end - 1; index += 1) {
    const byte = bytes[index];
    if (byte === BACKSLASH) return at + to.write(quoted(JSON.parse(bytes.toString('utf8', start, end))), at);
    if (byte === COMMA) isPlain = false;
  }
  // Without escapes, a quoted cell is written like the JSON.
  return isPlain ? copy(bytes, start + 1, end - 1, to, at) : copy(bytes, start, end, to, at);
}

function copy(bytes: Buffer, start: number, end: number, to: Buffer, at: number): number {
  if (end - start > MAX_LOOP) return at + bytes.copy(to, at, start, end);
  let length = at;
  for (let index = start; index < end; index += 1) to[length++] = bytes[index] as number;
  return length;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A name in the header. Quotes, commas and line ends need quotes; blanks at either end get them, since some readers cut these off. */
function headerCell(name: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(name) ? quoted(name) : name;
}

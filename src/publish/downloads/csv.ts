import type { EncodedRecords, RecordPages } from '../records/record-writer.ts';
import { type Conversion, downloadFormat, keyLengthsOf } from './download-writer.ts';

const [QUOTE, COMMA, BACKSLASH, SPACE, OBJECT_END] = [0x22, 0x2c, 0x5c, 0x20, 0x7d];
const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];
/** First byte of the JSON token `null`. */
const NULL = 0x6e;
/** Maximum length, in bytes, of a string that is copied byte by byte. For longer ones, a single `copy` call is faster. */
const MAX_LOOP = 48;

/**
 * CSV (RFC 4180) in UTF-8 with a header row. Numbers are written as in the JSON. Nulls are empty cells, quoted in files with one column;
 * empty strings are quoted. Cells that a spreadsheet would interpret as formulas are not escaped.
 */
export const CSV = downloadFormat('csv', conversionOf);

function conversionOf({ columns }: Pick<RecordPages, 'columns'>): Conversion {
  const keyLengths = keyLengthsOf(columns);
  // Many readers skip empty lines, so they would lose a record that consists of a single null.
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
      // Skip the closing brace, the comma and the line feed.
      from += 3;
      to[length++] = CARRIAGE_RETURN;
      to[length++] = LINE_FEED;
    }
    return length;
  };
  return { head: Buffer.from(`${columns.map(({ name }) => headerCell(name)).join(',')}\r\n`), moreBytes: 2, convert };
}

/** Returns the exclusive end of the JSON string that starts at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** Writes a JSON string to `to` as a CSV cell; returns the exclusive end of the cell. */
function writeText(bytes: Buffer, start: number, end: number, to: Buffer, at: number): number {
  let isPlain = end - start > 2 && bytes[start + 1] !== SPACE && bytes[end - 2] !== SPACE;
  for (let index = start + 1; index < end - 1; index += 1) {
    const byte = bytes[index];
    if (byte === BACKSLASH) return at + to.write(quoted(JSON.parse(bytes.toString('utf8', start, end))), at);
    if (byte === COMMA) isPlain = false;
  }
  // Without escapes, the JSON string is already a valid quoted cell.
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

/** Quotes a column name if it is empty, or contains quotes, commas, line breaks, or surrounding whitespace that some readers strip. */
function headerCell(name: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(name) ? quoted(name) : name;
}

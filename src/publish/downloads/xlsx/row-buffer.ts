import type { RecordColumn } from '../../records/record-writer.ts';
import { MOST_CELL_UNITS } from './limits.ts';
import { columnLetters, FORMATS } from './sheet.ts';
import { textElement } from './xml-text.ts';

const [QUOTE, BACKSLASH, COMMA, OBJECT_END] = [0x22, 0x5c, 0x2c, 0x7d];
const [AMPERSAND, LESS, GREATER, UNDERSCORE, LETTER_X, BLANK] = [0x26, 0x3c, 0x3e, 0x5f, 0x78, 0x20];
/** The first letter of `null`. */
const NULL = 0x6e;
const NULL_LENGTH = 4;
const [ZERO, NINE, LETTER_E, CAPITAL_E] = [0x30, 0x39, 0x65, 0x45];
const HEX_DIGITS = 4;
/** U+FFFE and U+FFFF in UTF-8 begin with EF BF, and end with at least BE. */
const [NONCHARACTER_FIRST, NONCHARACTER_SECOND, NONCHARACTER_THIRD] = [0xef, 0xbf, 0xbe];

/** Significant digits that spreadsheets keep of a number, and that every double keeps. */
const MOST_DIGITS = 15;
/** Numbers between these have all their digits in Excel; a number without an exponent, and no longer than this, is between them. */
const [LEAST_NUMBER, MOST_NUMBER] = [1e-307, 1e308];
const MOST_PLAIN_LENGTH = 300;

const ROW_OPEN = Buffer.from('<row r="');
const OPENED = Buffer.from('">');
const ROW_CLOSE = Buffer.from('</row>');
const NUMBER_OPEN = Buffer.from('"><v>');
const NUMBER_CLOSE = Buffer.from('</v></c>');
const TEXT_CELL = Buffer.from(`" s="${FORMATS.text}" t="inlineStr"><is>`);
const TEXT_OPEN = Buffer.from(`${TEXT_CELL}<t>`);
const KEPT_OPEN = Buffer.from(`${TEXT_CELL}<t xml:space="preserve">`);
const TEXT_CLOSE = Buffer.from('</t></is></c>');
const ELEMENT_CLOSE = Buffer.from('</is></c>');
const [AMPERSAND_ENTITY, LESS_ENTITY, GREATER_ENTITY] = [
  Buffer.from('&amp;'),
  Buffer.from('&lt;'),
  Buffer.from('&gt;'),
];
const UNDERSCORE_ESCAPE = Buffer.from('_x005F_');

/** Most bytes that a byte of JSON becomes, and that a cell has apart from its value: `&` becomes `&amp;`. */
const MOST_GROWTH = 5;
const CELL_BYTES = 100;
const ROW_BYTES = 40;

/** Turns the JSON of records into rows of a sheet, as XML that is appended to a buffer. */
export class RowBuffer {
  bytes: Buffer;
  length = 0;
  /** For each column, the number of its numbers that were written as text. */
  readonly numberTexts: number[];
  /** For each column, the bytes of its name in a record, with what is before and after it. */
  readonly #keyLengths: readonly number[];
  /** For each column, the start of its cells, up to the number of the row. */
  readonly #starts: readonly Buffer[];
  #rowNumber = Buffer.alloc(0);

  /** `room` is a number of bytes that should not have to be enlarged. */
  constructor(columns: readonly RecordColumn[], room: number) {
    this.#keyLengths = columns.map(({ name }) => Buffer.byteLength(JSON.stringify(name)) + 2);
    this.#starts = columns.map((_, index) => Buffer.from(`<c r="${columnLetters(index)}`));
    this.numberTexts = columns.map(() => 0);
    this.bytes = Buffer.allocUnsafeSlow(room);
  }

  /** Makes room for what follows, whose JSON has at most some bytes. */
  #reserve(json: number): void {
    const most = this.length + json * MOST_GROWTH + this.#starts.length * CELL_BYTES + ROW_BYTES;
    if (most <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Appends a record as a row, numbered from 1. */
  add(json: Buffer, start: number, end: number, row: number): void {
    this.#reserve(end - start);
    this.#rowNumber = Buffer.from(String(row));
    this.#append(ROW_OPEN);
    this.#append(this.#rowNumber);
    this.#append(OPENED);
    let from = start;
    for (let column = 0; column < this.#starts.length; column += 1) {
      from += this.#keyLengths[column] as number;
      const first = json[from];
      if (first === NULL) from += NULL_LENGTH;
      else {
        this.#append(this.#starts[column] as Buffer);
        this.#append(this.#rowNumber);
        from = first === QUOTE ? this.#addText(json, from) : this.#addNumber(json, from, column);
      }
    }
    this.#append(ROW_CLOSE);
  }

  /** Appends bytes, most often so few that a loop is faster than a call. */
  #append(from: Buffer): void {
    const to = this.bytes;
    let at = this.length;
    for (let index = 0; index < from.length; index += 1) to[at++] = from[index] as number;
    this.length = at;
  }

  /** Adds a number; returns where its JSON ends. As text if a spreadsheet would not keep its digits, unless it is too long for a cell too. */
  #addNumber(json: Buffer, start: number, column: number): number {
    let [at, digits, zeros, hasExponent] = [start, 0, 0, false];
    for (let byte = json[at] as number; byte !== COMMA && byte !== OBJECT_END; byte = json[++at] as number) {
      if (byte === ZERO) zeros += 1;
      else if (byte > ZERO && byte <= NINE) {
        // Zeros count between other digits, and not before them or after them.
        digits += digits === 0 ? 1 : zeros + 1;
        zeros = 0;
      } else if (byte === LETTER_E || byte === CAPITAL_E) {
        hasExponent = true;
        do at += 1;
        while (json[at] !== COMMA && json[at] !== OBJECT_END);
        break;
      }
    }
    const isPlain = !hasExponent && at - start <= MOST_PLAIN_LENGTH;
    const isKept = digits <= MOST_DIGITS && (isPlain || digits === 0 || isBetween(json.toString('latin1', start, at)));
    if (isKept || at - start > MOST_CELL_UNITS) {
      this.#append(NUMBER_OPEN);
      this.#append(json.subarray(start, at));
      this.#append(NUMBER_CLOSE);
    } else {
      this.numberTexts[column] = (this.numberTexts[column] as number) + 1;
      this.#append(TEXT_OPEN);
      this.#append(json.subarray(start, at));
      this.#append(TEXT_CLOSE);
    }
    return at;
  }

  /** Adds a text; returns where its JSON ends. */
  #addText(json: Buffer, start: number): number {
    const before = this.length;
    // A text of only a blank ends in one too.
    const isKept = json[start + 1] === BLANK;
    this.#append(isKept ? KEPT_OPEN : TEXT_OPEN);
    const to = this.bytes;
    let at = start + 1;
    let length = this.length;
    for (let byte = json[at] as number; byte !== QUOTE; byte = json[++at] as number) {
      if (byte > UNDERSCORE && byte < NONCHARACTER_FIRST) to[length++] = byte;
      else if (byte === AMPERSAND) length += AMPERSAND_ENTITY.copy(to, length);
      else if (byte === LESS) length += LESS_ENTITY.copy(to, length);
      else if (byte === GREATER) length += GREATER_ENTITY.copy(to, length);
      else if (byte === UNDERSCORE && looksEscaped(json, at)) length += UNDERSCORE_ESCAPE.copy(to, length);
      else if (byte === BACKSLASH || (byte === NONCHARACTER_FIRST && isNoncharacter(json, at))) {
        return this.#addEscaped(json, start, at, before);
      } else to[length++] = byte;
    }
    if (!isKept && json[at - 1] === BLANK) return this.#addEscaped(json, start, at, before);
    this.length = length;
    this.#append(TEXT_CLOSE);
    return at + 1;
  }

  /** Adds a text that is not copied byte by byte. `first` is before its end; the cell's own start ends at `before`. */
  #addEscaped(json: Buffer, start: number, first: number, before: number): number {
    let end = first;
    while (json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
    this.length = before;
    this.#append(TEXT_CELL);
    this.length += this.bytes.write(textElement(JSON.parse(json.toString('utf8', start, end + 1))), this.length);
    this.#append(ELEMENT_CLOSE);
    return end + 1;
  }
}

/** Whether an underscore, an x and four hexadecimal digits begin at `at`. */
function looksEscaped(json: Buffer, at: number): boolean {
  return json[at + 1] === LETTER_X && /^[0-9A-Fa-f]{4}/.test(json.toString('latin1', at + 2, at + 2 + HEX_DIGITS));
}

function isNoncharacter(json: Buffer, at: number): boolean {
  return json[at + 1] === NONCHARACTER_SECOND && (json[at + 2] as number) >= NONCHARACTER_THIRD;
}

function isBetween(token: string): boolean {
  const size = Math.abs(Number(token));
  return size >= LEAST_NUMBER && size < MOST_NUMBER;
}

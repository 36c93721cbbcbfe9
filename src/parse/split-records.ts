import type { Place } from '../model.ts';
import { ProblemError, placeInText, problem } from '../problems.ts';

export type Newline = '\n' | '\r\n' | '\r';

/** Text of consecutive whole records, without the line ending behind the last. */
export interface TextBlock {
  text: string;
  /** Offset in `text` at which each record begins. */
  starts: number[];
  /** Line ending between records; `\n` until one was seen. */
  newline: Newline;
  /** Number of the line in which `text` begins. */
  firstLine: number;
}

/** Where a scanner stands in a record. */
const CELL_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
const QUOTE_CLOSED = 3;

const QUOTE = 34;
const LF = 10;
const CR = 13;

/**
 * Cuts the text of a CSV file (RFC 4180, with any delimiter of one character) into blocks of whole records, so that a
 * parser never sees half a record. Refuses, with a `ProblemError` at the place, what parsers read differently or wrongly
 * without a word: a quote inside an unquoted cell, text behind a closing quote, a quote never closed, line endings of
 * more than one kind between records.
 */
export function* splitRecords(
  chunks: Iterable<string>,
  file: string,
  delimiter: string,
): Generator<TextBlock, void, undefined> {
  const scan = new RecordScanner(file, delimiter.charCodeAt(0));
  for (const chunk of chunks) {
    scan.feed(chunk);
    const block = scan.take();
    if (block) yield block;
  }
  const rest = scan.finish();
  if (rest) yield rest;
}

class RecordScanner {
  readonly #file: string;
  readonly #delimiter: number;
  #text = '';
  /** Offset of the next character to look at. */
  #position = 0;
  #state = CELL_START;
  #starts = [0];
  #openQuote = 0;
  #newline: Newline | null = null;
  #firstLine = 1;
  /** Offset behind the last whole record. */
  #wholeEnd = 0;

  constructor(file: string, delimiter: number) {
    this.#file = file;
    this.#delimiter = delimiter;
  }

  feed(chunk: string): void {
    this.#text += chunk;
    // A carriage return at the very end may be half of a line ending.
    const last = this.#text.charCodeAt(this.#text.length - 1);
    this.#scan(last === CR ? this.#text.length - 1 : this.#text.length);
  }

  /** The whole records scanned so far, or null when there is none. */
  take(): TextBlock | null {
    if (this.#starts.length < 2) return null;
    const newline = this.#newline ?? '\n';
    const block = this.#block(this.#starts.slice(0, -1), this.#wholeEnd - newline.length);
    this.#firstLine += countLines(this.#text.slice(0, this.#wholeEnd));
    this.#text = this.#text.slice(this.#wholeEnd);
    this.#position -= this.#wholeEnd;
    this.#openQuote -= this.#wholeEnd;
    this.#starts = [0];
    this.#wholeEnd = 0;
    return block;
  }

  /** The records behind the last taken ones; the last of them may lack its line ending. */
  finish(): TextBlock | null {
    this.#scan(this.#text.length);
    if (this.#state === QUOTED) {
      throw this.#refuse(
        'quote-unclosed',
        this.#openQuote,
        'a quote opens here and is never closed, so the rest of the file would be one cell',
        'Close the quote; a quote inside a quoted cell is written twice ("").',
      );
    }
    if (this.#wholeEnd === this.#text.length) return this.take();
    return this.#block(this.#starts, this.#text.length);
  }

  #block(starts: number[], end: number): TextBlock {
    return { text: this.#text.slice(0, end), starts, newline: this.#newline ?? '\n', firstLine: this.#firstLine };
  }

  #scan(end: number): void {
    const text = this.#text;
    const delimiter = this.#delimiter;
    let state = this.#state;
    let at = this.#position;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (state === QUOTED) {
        if (code === QUOTE) state = QUOTE_CLOSED;
        continue;
      }
      if (code === delimiter) state = CELL_START;
      else if (code === LF || code === CR) {
        at = this.#endRecord(at);
        state = CELL_START;
      } else if (code === QUOTE) {
        if (state === UNQUOTED) {
          throw this.#refuse(
            'quote-stray',
            at,
            'a quote inside a cell that does not begin with one: programs read such a cell in different ways',
            'Quote the whole cell and write its inner quotes twice: "5"" pipe".',
          );
        }
        if (state === CELL_START) this.#openQuote = at;
        state = QUOTED;
      } else if (state === QUOTE_CLOSED) {
        throw this.#refuse(
          'quote-stray',
          at,
          'text behind the quote that closes the cell: the quote is likely part of the text',
          'Write a quote inside a quoted cell twice (""), or remove what stands behind the closing quote.',
        );
      } else state = UNQUOTED;
    }
    this.#state = state;
    this.#position = at;
  }

  /** Takes a line ending at an offset; returns the offset of its last character. */
  #endRecord(at: number): number {
    const text = this.#text;
    const isPair = text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF;
    const newline = isPair ? '\r\n' : text.charCodeAt(at) === CR ? '\r' : '\n';
    this.#newline ??= newline;
    if (newline !== this.#newline) {
      const names = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' };
      throw this.#refuse(
        'line-endings-mixed',
        at,
        `the line ends in ${names[newline]}, the lines before in ${names[this.#newline]}: parsers merge or split rows there`,
        'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.',
      );
    }
    const last = at + newline.length - 1;
    this.#wholeEnd = last + 1;
    this.#starts.push(last + 1);
    return last;
  }

  #refuse(
    code: 'quote-unclosed' | 'quote-stray' | 'line-endings-mixed',
    at: number,
    message: string,
    help: string,
  ): ProblemError {
    return new ProblemError(problem(code, { file: this.#file, place: this.#placeAt(at) }, message, help));
  }

  #placeAt(offset: number): Place {
    return placeInText(this.#text, offset, this.#firstLine);
  }
}

/** Line endings of any kind in a text, as editors count lines. */
function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== LF) count += 1;
  }
  return count;
}

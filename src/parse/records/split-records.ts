import type { Place } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, ProblemError, problem } from '../../problems/problem.ts';
import type { Fix } from '../../problems/sidecar-patch.ts';
import { placeInText } from '../../problems/text-position.ts';
import { countLineBreaks } from './count-line-breaks.ts';
import type { Dialect, Newline, TextBlock } from './dialect.ts';
import { commentFix, explainStrayQuote } from './explain-stray-quote.ts';

const RECORD_START = 0;
const COMMENT = 1;
const CELL_START = 2;
const UNQUOTED = 3;
const QUOTED = 4;
const QUOTE_CLOSED = 5;
const BLANK_AFTER_QUOTE = 6;

/** Approximate maximum length of a record, in UTF-16 code units. Without a limit, an unclosed quote could exhaust the memory. */
const MAX_RECORD = 1 << 24;

const TAB = 9;
const SPACE = 32;
const LF = 10;
const CR = 13;
/** Stands for an absent special character. No character has this code. */
const NONE = -1;

/**
 * Splits the text of a CSV file, in any dialect, into blocks of complete records, so that a parser never sees a partial one.
 * `firstLine` is the line number of the first line. Throws a `ProblemError` at any construct that parsers disagree on or silently
 * misread: a quote inside an unquoted cell, text after a closing quote, an unclosed quote, or a lone CR mixed with other line endings.
 * Also throws at the first cell beyond `maxColumns` in a record, and at a record of much more than 2^24 UTF-16 code units.
 */
export function* splitRecords(
  chunks: Iterable<string>,
  file: string,
  dialect: Dialect,
  firstLine = 1,
  maxColumns = MAX_RECORD,
): Generator<TextBlock, void, undefined> {
  const scan = new RecordScanner(file, dialect, firstLine, maxColumns);
  for (const chunk of chunks) {
    scan.feed(chunk);
    const block = scan.take();
    if (block) yield block;
  }
  const rest = scan.finish();
  if (rest) yield rest;
}

/** The error for a file with more columns than allowed. */
export function tooManyColumns(at: { file: string; place?: Place }, maxColumns: number): ProblemError {
  const message = `the file has more than ${formatCount(maxColumns, 'column')}, the maximum allowed`;
  const help =
    'If the table really is that wide, raise the limit with --max-columns NUMBER; each column costs memory and time. ' +
    'If not, check the line endings and the delimiter.';
  return new ProblemError(problem('columns-too-many', at, message, help));
}

const CLOSE = 'Close the quote; a quote inside a quoted cell must be escaped, usually by writing it twice ("").';

class RecordScanner {
  readonly #file: string;
  readonly #dialect: Dialect;
  readonly #delimiter: number;
  readonly #quote: number;
  /** Code of the escape character; `NONE` if quotes are escaped by doubling, or if there is no quote character. */
  readonly #escape: number;
  readonly #maxColumns: number;
  /** Number of cells still allowed in the current record, including the current cell. */
  #moreCells = 0;
  #text = '';
  /** Offset of the next character to scan. */
  #position = 0;
  #state = RECORD_START;
  #starts: number[] = [];
  #openQuote = 0;
  /** Number of quoted cells found so far. */
  #quotedCells = 0;
  #newline: Newline | null = null;
  #firstLine: number;
  /** Offsets of line endings that differ from the first one: LF in a CRLF file, or CRLF in an LF file. */
  #otherEnds: number[] = [];
  /** Offset just after the line ending of the last complete record or comment line. */
  #wholeEnd = 0;
  /** Length of the line ending just before `#wholeEnd`. */
  #lastLength = 0;

  constructor(file: string, dialect: Dialect, firstLine: number, maxColumns: number) {
    const { delimiter, quote, escape: mark } = dialect;
    this.#file = file;
    this.#dialect = dialect;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote === '' ? NONE : quote.charCodeAt(0);
    this.#escape = quote === '' || mark === quote ? NONE : mark.charCodeAt(0);
    this.#firstLine = firstLine;
    this.#maxColumns = maxColumns;
  }

  feed(chunk: string): void {
    this.#text += chunk;
    // The last characters may be the start of a line ending, an escaped quote or a comment mark, so they wait for the next chunk.
    const held = Math.max(1, this.#dialect.comment?.length ?? 0);
    this.#scan(Math.max(this.#position, this.#text.length - held));
    if (this.#text.length - this.#wholeEnd > MAX_RECORD) this.#refuseLength();
  }

  #refuseLength(): never {
    const limit = `within ${MAX_RECORD / 2 ** 20} million characters`;
    if (this.#state === QUOTED) {
      const message = `a quote opens here and is not closed ${limit}, so the rest of the file may be one cell`;
      throw this.#refuse('quote-unclosed', this.#openQuote, message, CLOSE);
    }
    const message = `the record that begins here does not end ${limit}`;
    const help = 'End each record with a line ending. A file without line endings is probably not a CSV file.';
    throw this.#refuse('record-too-large', this.#wholeEnd, message, help);
  }

  /** Removes and returns the complete records scanned so far; null without any. */
  take(): TextBlock | null {
    const rest = this.#starts.filter((start) => start >= this.#wholeEnd);
    const whole = rest.length > 0 ? this.#starts.slice(0, -1) : this.#starts;
    const block = this.#block(whole, this.#wholeEnd - this.#lastLength);
    this.#firstLine += countLineBreaks(this.#text.slice(0, this.#wholeEnd));
    this.#text = this.#text.slice(this.#wholeEnd);
    this.#position -= this.#wholeEnd;
    this.#openQuote -= this.#wholeEnd;
    this.#starts = rest.map((start) => start - this.#wholeEnd);
    // All line endings found so far were before the old `#wholeEnd`, so none remain.
    this.#otherEnds = [];
    this.#wholeEnd = 0;
    return whole.length > 0 ? block : null;
  }

  /** Scans to the end and returns the remaining records; null without any. The last one may lack a line ending. */
  finish(): TextBlock | null {
    this.#scan(this.#text.length);
    if (this.#state === QUOTED) {
      const message = 'a quote opens here and is never closed, so the rest of the file would be one cell';
      const fixes = commentFix(this.#text, this.#openQuote, this.#dialect);
      throw this.#refuse('quote-unclosed', this.#openQuote, message, CLOSE, fixes);
    }
    if (this.#wholeEnd === this.#text.length) return this.take();
    return this.#starts.length > 0 ? this.#block(this.#starts, this.#text.length) : null;
  }

  #block(starts: number[], end: number): TextBlock {
    const newline = this.#newline ?? '\n';
    return { text: this.#text.slice(0, end), starts, newline, otherEnds: this.#otherEnds, firstLine: this.#firstLine };
  }

  #scan(end: number): void {
    const text = this.#text;
    let state = this.#state;
    let at = this.#position;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (state === QUOTED) {
        if (code === this.#escape) at += 1;
        else if (code === this.#quote) state = QUOTE_CLOSED;
        continue;
      }
      if (state === RECORD_START) state = this.#beginLine(at);
      if (code === LF || code === CR) {
        at = this.#endLine(at);
        state = RECORD_START;
      } else if (state === COMMENT) continue;
      else if (code === this.#delimiter) {
        state = CELL_START;
        this.#moreCells -= 1;
        if (this.#moreCells === 0) {
          throw tooManyColumns({ file: this.#file, place: this.#placeAt(this.#starts.at(-1) ?? 0) }, this.#maxColumns);
        }
      } else if (code === this.#quote) {
        if (state === UNQUOTED) throw this.#refuseStray(at, 'inside');
        if (state === CELL_START) {
          this.#openQuote = at;
          this.#quotedCells += 1;
        }
        // A quote right after a closing quote is an escaped quote, unless the dialect has a different escape character.
        const isDoubled = state === QUOTE_CLOSED && this.#escape === NONE;
        if (state !== CELL_START && !isDoubled) throw this.#refuseStray(at, 'after');
        state = QUOTED;
      } else if (state !== UNQUOTED) state = this.#beginText(state, code, at);
    }
    this.#state = state;
    this.#position = at;
  }

  /** State after an ordinary character at the start of a cell or after a closing quote. Throws an error if the character is not allowed. */
  #beginText(state: number, code: number, at: number): number {
    const { trim } = this.#dialect;
    if (code === SPACE || (code === TAB && trim === true)) {
      if (trim && state === CELL_START) return CELL_START;
      if (trim === true && state !== CELL_START) return BLANK_AFTER_QUOTE;
    }
    if (state !== CELL_START) throw this.#refuseStray(at, 'after');
    return UNQUOTED;
  }

  /** Starts a line outside quotes. Returns the state, depending on whether the line is a comment or a record. */
  #beginLine(at: number): typeof COMMENT | typeof CELL_START {
    const { comment } = this.#dialect;
    if (comment !== null && this.#text.startsWith(comment, at)) return COMMENT;
    this.#starts.push(at);
    this.#moreCells = this.#maxColumns;
    return CELL_START;
  }

  /** Ends a line. `at` is the offset of its line ending; returns the offset of the last character of the line ending. */
  #endLine(at: number): number {
    const text = this.#text;
    const isPair = text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF;
    const newline = isPair ? '\r\n' : text.charCodeAt(at) === CR ? '\r' : '\n';
    this.#newline ??= newline;
    if (newline !== this.#newline) {
      if (newline === '\r' || this.#newline === '\r') this.#refuseNewline(at, newline, this.#newline);
      this.#otherEnds.push(at);
    }
    const last = at + newline.length - 1;
    this.#wholeEnd = last + 1;
    this.#lastLength = newline.length;
    return last;
  }

  #refuseNewline(at: number, newline: Newline, before: Newline): never {
    const names = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' };
    const ends = `the line ends in ${names[newline]}, earlier lines in ${names[before]}`;
    const message = `${ends}: some programs treat a lone CR as the end of a row, others as part of a cell`;
    const help = 'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.';
    throw this.#refuse('line-endings-mixed', at, message, help);
  }

  #refuse(code: ProblemCode, at: number, message: string, help: string, candidates: readonly Fix[] = []): ProblemError {
    return new ProblemError(problem(code, { file: this.#file, place: this.#placeAt(at) }, message, help, candidates));
  }

  #refuseStray(at: number, where: 'inside' | 'after'): ProblemError {
    const hasQuoted = this.#quotedCells > (where === 'after' ? 1 : 0);
    const { message, help, candidates } = explainStrayQuote(this.#text, at, where, this.#dialect, hasQuoted);
    return this.#refuse('quote-stray', at, message, help, candidates);
  }

  #placeAt(offset: number): Place {
    return placeInText(this.#text, offset, this.#firstLine);
  }
}

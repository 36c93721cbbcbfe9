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
  const scan = recordScanner(file, dialect, firstLine, maxColumns);
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

const NEWLINE_NAMES = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' };

const CLOSE = 'Close the quote; a quote inside a quoted cell must be escaped, usually by writing it twice ("").';

/** Scans text in pieces. `take` and `finish` return the records that were scanned. */
function recordScanner(file: string, dialect: Dialect, startLine: number, maxColumns: number) {
  const { quote: mark, comment, trim } = dialect;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = mark === '' ? NONE : mark.charCodeAt(0);
  /** Code of the escape character; `NONE` if quotes are escaped by doubling, or if there is no quote character. */
  const escapeCode = mark === '' || dialect.escape === mark ? NONE : dialect.escape.charCodeAt(0);
  /** Number of cells still allowed in the current record, including the current cell. */
  let moreCells = 0;
  let text = '';
  /** Offset of the next character to scan. */
  let position = 0;
  let lastState = RECORD_START;
  let starts: number[] = [];
  let openQuote = 0;
  /** Number of quoted cells found so far. */
  let quotedCells = 0;
  let firstNewline: Newline | null = null;
  let firstLine = startLine;
  /** Offsets of line endings that differ from the first one: LF in a CRLF file, or CRLF in an LF file. */
  let otherEnds: number[] = [];
  /** Offset just after the line ending of the last complete record or comment line. */
  let wholeEnd = 0;
  /** Length of the line ending just before `wholeEnd`. */
  let lastLength = 0;

  const placeAt = (offset: number): Place => placeInText(text, offset, firstLine);
  const refuse = (code: ProblemCode, at: number, message: string, help: string, candidates: readonly Fix[] = []) =>
    new ProblemError(problem(code, { file, place: placeAt(at) }, message, help, candidates));
  const refuseStray = (at: number, where: 'inside' | 'after'): ProblemError => {
    const hasQuoted = quotedCells > (where === 'after' ? 1 : 0);
    const { message, help, candidates } = explainStrayQuote(text, at, where, dialect, hasQuoted);
    return refuse('quote-stray', at, message, help, candidates);
  };

  /** State after an ordinary character at the start of a cell or after a closing quote. Throws an error if the character is not allowed. */
  const beginText = (state: number, code: number, at: number): number => {
    if (code === SPACE || (code === TAB && trim === true)) {
      if (trim && state === CELL_START) return CELL_START;
      if (trim === true && state !== CELL_START) return BLANK_AFTER_QUOTE;
    }
    if (state !== CELL_START) throw refuseStray(at, 'after');
    return UNQUOTED;
  };

  /** Starts a line outside quotes. Returns the state, depending on whether the line is a comment or a record. */
  const beginLine = (at: number): typeof COMMENT | typeof CELL_START => {
    if (comment !== null && text.startsWith(comment, at)) return COMMENT;
    starts.push(at);
    moreCells = maxColumns;
    return CELL_START;
  };

  /** Ends a line. `at` is the offset of its line ending; returns the offset of the last character of the line ending. */
  const endLine = (at: number): number => {
    const isPair = text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF;
    const newline = isPair ? '\r\n' : text.charCodeAt(at) === CR ? '\r' : '\n';
    firstNewline ??= newline;
    if (newline !== firstNewline) {
      if (newline === '\r' || firstNewline === '\r') {
        const ends = `the line ends in ${NEWLINE_NAMES[newline]}, earlier lines in ${NEWLINE_NAMES[firstNewline]}`;
        const message = `${ends}: some programs treat a lone CR as the end of a row, others as part of a cell`;
        const help = 'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.';
        throw refuse('line-endings-mixed', at, message, help);
      }
      otherEnds.push(at);
    }
    const last = at + newline.length - 1;
    wholeEnd = last + 1;
    lastLength = newline.length;
    return last;
  };

  const scan = (end: number): void => {
    const all = text;
    let state = lastState;
    let at = position;
    for (; at < end; at += 1) {
      const code = all.charCodeAt(at);
      if (state === QUOTED) {
        if (code === escapeCode) at += 1;
        else if (code === quote) state = QUOTE_CLOSED;
        continue;
      }
      if (state === RECORD_START) state = beginLine(at);
      if (code === LF || code === CR) {
        at = endLine(at);
        state = RECORD_START;
      } else if (state === COMMENT) continue;
      else if (code === delimiter) {
        state = CELL_START;
        moreCells -= 1;
        if (moreCells === 0) throw tooManyColumns({ file, place: placeAt(starts.at(-1) ?? 0) }, maxColumns);
      } else if (code === quote) {
        if (state === UNQUOTED) throw refuseStray(at, 'inside');
        if (state === CELL_START) {
          openQuote = at;
          quotedCells += 1;
        }
        // A quote right after a closing quote is an escaped quote, unless the dialect has a different escape character.
        const isDoubled = state === QUOTE_CLOSED && escapeCode === NONE;
        if (state !== CELL_START && !isDoubled) throw refuseStray(at, 'after');
        state = QUOTED;
      } else if (state !== UNQUOTED) state = beginText(state, code, at);
    }
    lastState = state;
    position = at;
  };

  const blockOf = (recordStarts: number[], end: number): TextBlock => {
    return { text: text.slice(0, end), starts: recordStarts, newline: firstNewline ?? '\n', otherEnds, firstLine };
  };

  /** Removes and returns the complete records scanned so far; null without any. */
  const take = (): TextBlock | null => {
    const rest = starts.filter((start) => start >= wholeEnd);
    const whole = rest.length > 0 ? starts.slice(0, -1) : starts;
    const block = blockOf(whole, wholeEnd - lastLength);
    firstLine += countLineBreaks(text.slice(0, wholeEnd));
    text = text.slice(wholeEnd);
    position -= wholeEnd;
    openQuote -= wholeEnd;
    starts = rest.map((start) => start - wholeEnd);
    // All line endings found so far were before the old `wholeEnd`, so none remain.
    otherEnds = [];
    wholeEnd = 0;
    return whole.length > 0 ? block : null;
  };

  const feed = (chunk: string): void => {
    text += chunk;
    // The last characters may be the start of a line ending, an escaped quote or a comment mark, so they wait for the next chunk.
    const held = Math.max(1, comment?.length ?? 0);
    scan(Math.max(position, text.length - held));
    if (text.length - wholeEnd <= MAX_RECORD) return;
    const limit = `within ${MAX_RECORD / 2 ** 20} million characters`;
    if (lastState === QUOTED) {
      const message = `a quote opens here and is not closed ${limit}, so the rest of the file may be one cell`;
      throw refuse('quote-unclosed', openQuote, message, CLOSE);
    }
    const message = `the record that begins here does not end ${limit}`;
    const help = 'End each record with a line ending. A file without line endings is probably not a CSV file.';
    throw refuse('record-too-large', wholeEnd, message, help);
  };

  /** Scans to the end and returns the remaining records; null without any. The last one may lack a line ending. */
  const finish = (): TextBlock | null => {
    scan(text.length);
    if (lastState === QUOTED) {
      const message = 'a quote opens here and is never closed, so the rest of the file would be one cell';
      throw refuse('quote-unclosed', openQuote, message, CLOSE, commentFix(text, openQuote, dialect));
    }
    if (wholeEnd === text.length) return take();
    return starts.length > 0 ? blockOf(starts, text.length) : null;
  };
  return { feed, take, finish };
}

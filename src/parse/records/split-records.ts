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
  const { comment, trim } = dialect;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote === '' ? NONE : dialect.quote.charCodeAt(0);
  /** Code of the escape character; `NONE` if quotes are escaped by doubling. */
  const mark = dialect.escape === dialect.quote ? NONE : dialect.escape.charCodeAt(0);
  // The last characters of a chunk may be the start of a line ending, an escaped quote or a comment mark, so they wait for the next.
  const held = Math.max(1, comment?.length ?? 0);
  /** The text that is not yet in a block, and the line number of its start. */
  let text = '';
  let line = firstLine;
  /** Offset of the next character to scan. */
  let position = 0;
  let state = RECORD_START;
  let starts: number[] = [];
  /** Number of cells still allowed in the current record, including the current cell. */
  let moreCells = 0;
  let openQuote = 0;
  let quotedCells = 0;
  let newline: Newline | null = null;
  /** Offsets of line endings that differ from the first one: LF in a CRLF file, or CRLF in an LF file. */
  let otherEnds: number[] = [];
  /** Offset just after the line ending of the last complete record or comment line, and the length of that line ending. */
  let wholeEnd = 0;
  let lastLength = 0;

  const placeAt = (offset: number): Place => placeInText(text, offset, line);
  const refusal = (code: ProblemCode, at: number, message: string, help: string, candidates: readonly Fix[] = []) =>
    new ProblemError(problem(code, { file, place: placeAt(at) }, message, help, candidates));
  const strayQuote = (at: number, where: 'inside' | 'after'): ProblemError => {
    const hasQuoted = quotedCells > (where === 'after' ? 1 : 0);
    const { message, help, candidates } = explainStrayQuote(text, at, where, dialect, hasQuoted);
    return refusal('quote-stray', at, message, help, candidates);
  };
  const tooLong = (): ProblemError => {
    const limit = `within ${MAX_RECORD / 2 ** 20} million characters`;
    if (state === QUOTED) {
      const message = `a quote opens here and is not closed ${limit}, so the rest of the file may be one cell`;
      return refusal('quote-unclosed', openQuote, message, CLOSE);
    }
    const message = `the record that begins here does not end ${limit}`;
    const help = 'End each record with a line ending. A file without line endings is probably not a CSV file.';
    return refusal('record-too-large', wholeEnd, message, help);
  };

  /** Starts a line outside quotes. Returns the state, depending on whether the line is a comment or a record. */
  const beginLine = (at: number): typeof COMMENT | typeof CELL_START => {
    if (comment !== null && text.startsWith(comment, at)) return COMMENT;
    starts.push(at);
    moreCells = maxColumns;
    return CELL_START;
  };
  /** State after an ordinary character at the start of a cell or after a closing quote. Throws an error if it is not allowed there. */
  const beginText = (before: number, code: number, at: number): number => {
    if (code === SPACE || (code === TAB && trim === true)) {
      if (trim && before === CELL_START) return CELL_START;
      if (trim === true && before !== CELL_START) return BLANK_AFTER_QUOTE;
    }
    if (before !== CELL_START) throw strayQuote(at, 'after');
    return UNQUOTED;
  };
  /** Ends a line. `at` is the offset of its line ending; returns the offset of the last character of the line ending. */
  const endLine = (at: number): number => {
    const isCr = text.charCodeAt(at) === CR;
    const ending = !isCr ? '\n' : text.charCodeAt(at + 1) === LF ? '\r\n' : '\r';
    newline ??= ending;
    if (ending !== newline) {
      if (ending === '\r' || newline === '\r') {
        const names = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' };
        const ends = `the line ends in ${names[ending]}, earlier lines in ${names[newline]}`;
        const message = `${ends}: some programs treat a lone CR as the end of a row, others as part of a cell`;
        const help = 'Save the file with one kind of line ending, or quote the cell if the line break belongs to it.';
        throw refusal('line-endings-mixed', at, message, help);
      }
      otherEnds.push(at);
    }
    lastLength = ending.length;
    wholeEnd = at + lastLength;
    return wholeEnd - 1;
  };

  const scan = (end: number): void => {
    let now = state;
    let at = position;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (now === QUOTED) {
        if (code === mark) at += 1;
        else if (code === quote) now = QUOTE_CLOSED;
        continue;
      }
      if (now === RECORD_START) now = beginLine(at);
      if (code === LF || code === CR) {
        at = endLine(at);
        now = RECORD_START;
      } else if (now === COMMENT) continue;
      else if (code === delimiter) {
        now = CELL_START;
        moreCells -= 1;
        if (moreCells === 0) throw tooManyColumns({ file, place: placeAt(starts.at(-1) ?? 0) }, maxColumns);
      } else if (code === quote) {
        if (now === UNQUOTED) throw strayQuote(at, 'inside');
        if (now === CELL_START) {
          openQuote = at;
          quotedCells += 1;
        }
        // A quote right after a closing quote is an escaped quote, unless the dialect has a different escape character.
        const isDoubled = now === QUOTE_CLOSED && mark === NONE;
        if (now !== CELL_START && !isDoubled) throw strayQuote(at, 'after');
        now = QUOTED;
      } else if (now !== UNQUOTED) now = beginText(now, code, at);
    }
    state = now;
    position = at;
  };

  const blockOf = (records: number[], end: number): TextBlock => {
    return { text: text.slice(0, end), starts: records, newline: newline ?? '\n', otherEnds, firstLine: line };
  };
  for (const chunk of chunks) {
    text += chunk;
    scan(Math.max(position, text.length - held));
    if (text.length - wholeEnd > MAX_RECORD) throw tooLong();
    const rest = starts.filter((start) => start >= wholeEnd);
    const whole = rest.length > 0 ? starts.slice(0, -1) : starts;
    const block = blockOf(whole, wholeEnd - lastLength);
    line += countLineBreaks(text.slice(0, wholeEnd));
    text = text.slice(wholeEnd);
    position -= wholeEnd;
    openQuote -= wholeEnd;
    starts = rest.map((start) => start - wholeEnd);
    // All line endings found so far were before the old `wholeEnd`, so none remain.
    otherEnds = [];
    wholeEnd = 0;
    if (whole.length > 0) yield block;
  }
  scan(text.length);
  if (state === QUOTED) {
    const message = 'a quote opens here and is never closed, so the rest of the file would be one cell';
    throw refusal('quote-unclosed', openQuote, message, CLOSE, commentFix(text, openQuote, dialect));
  }
  // The last record may lack a line ending.
  if (starts.length > 0) yield blockOf(starts, wholeEnd === text.length ? wholeEnd - lastLength : text.length);
}

const CLOSE = 'Close the quote; a quote inside a quoted cell must be escaped, usually by writing it twice ("").';

/** The error for a file with more columns than allowed. */
export function tooManyColumns(at: { file: string; place?: Place }, maxColumns: number): ProblemError {
  const message = `the file has more than ${formatCount(maxColumns, 'column')}, the maximum allowed`;
  const help =
    'If the table really is that wide, raise the limit with --max-columns NUMBER; each column costs memory and time. ' +
    'If not, check the line endings and the delimiter.';
  return new ProblemError(problem('columns-too-many', at, message, help));
}

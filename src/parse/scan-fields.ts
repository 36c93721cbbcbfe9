/*
 * The byte scanner for regular files in UTF-8. It proves, while it runs, that the bytes are those of a table without anything
 * that a reader could take for something else, and gives up at the first that is not: who reads text then finds out what it is.
 */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;

/** How a regular file is written; the characters are ASCII, as their codes. */
export interface FieldDialect {
  delimiter: number;
  /** -1 where cells are never quoted. A quote inside a quoted cell is doubled. */
  quote: number;
  newline: '\n' | '\r\n';
  /** Cells of each record. */
  width: number;
}

/** Longest record, in bytes; who scans one must hold it whole. */
export const LONGEST_FIELDS = 1 << 18;

/** What a byte is to the scanner. Bytes of a text's letters are nothing to it. */
const TEXT = 0;
const DELIMITER = 1;
const NEWLINE = 2;
const BREAK_IN_QUOTES = 3;
/** Begins a sequence that may be a trace of damage. */
const LEAD = 4;
const REFUSED = 5;

/** Finds the cells of whole records in bytes of UTF-8. */
export class FieldScanner {
  readonly #dialect: FieldDialect;
  readonly #kinds: Uint8Array;
  readonly #quotedKinds: Uint8Array;
  /** Where each cell's content begins and ends, record by record; of the last scan. */
  readonly bounds: Int32Array;
  readonly #most: number;
  /** Of the last scan. */
  records = 0;
  /** Line endings that were scanned, in all. */
  lines = 0;

  /** `most` is the number of records of a scan at most. */
  constructor(dialect: FieldDialect, most: number) {
    this.#dialect = dialect;
    this.#most = most;
    this.bounds = new Int32Array(most * dialect.width * 2);
    this.#kinds = kindsOf(dialect);
    this.#quotedKinds = quotedKindsOf(dialect);
  }

  /**
   * Scans the next records from an offset on, where one begins; the last of them ends at `end` at the latest, with its line
   * ending. Returns the offset behind them, or -1 where the bytes are not regular. `isLast` says that nothing follows `end`.
   */
  scan(bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    const { width, delimiter, quote, newline } = this.#dialect;
    const kinds = this.#kinds;
    const bounds = this.bounds;
    const newlineLength = newline.length;
    const most = this.#most;
    let at = from;
    let bound = 0;
    let records = 0;
    while (at < end && records < most) {
      const start = at;
      for (let cell = 0; ; cell += 1) {
        if (cell === width) return -1;
        let code = bytes[at] as number;
        if (code === quote) {
          bounds[bound] = at + 1;
          at = this.#closingQuote(bytes, at + 1, end);
          if (at < 0) return -1;
          bounds[bound + 1] = at;
          at += 1;
          code = bytes[at] as number;
        } else {
          bounds[bound] = at;
          let kind = kinds[code] as number;
          for (;;) {
            while (kind === TEXT) {
              at += 1;
              kind = kinds[bytes[at] as number] as number;
            }
            if (kind !== LEAD) break;
            if (isTrace(bytes, at)) return -1;
            kind = TEXT;
          }
          code = bytes[at] as number;
          bounds[bound + 1] = at;
        }
        bound += 2;
        if (code === delimiter) {
          at += 1;
          continue;
        }
        if (kinds[code] !== NEWLINE || (newlineLength === 2 && bytes[at + 1] !== LF)) return -1;
        if (cell + 1 === width) break;
        return isLast && at === start && isBlank(bytes, at, end) ? this.#finish(records, end) : -1;
      }
      at += newlineLength;
      if (at > end || at - start > LONGEST_FIELDS) return -1;
      // In a table of one column, a blank line is a record that others may not see.
      if (width === 1 && (bytes[start] as number) <= 0x20) return -1;
      records += 1;
    }
    return this.#finish(records, at);
  }

  #finish(records: number, at: number): number {
    this.records = records;
    this.lines += records;
    return at;
  }

  /** Offset of the quote that closes a cell; -1 where there is none, or something in the cell is not regular. */
  #closingQuote(bytes: Uint8Array, from: number, end: number): number {
    const { quote } = this.#dialect;
    const kinds = this.#quotedKinds;
    for (let at = from; at < end; at += 1) {
      const code = bytes[at] as number;
      if (code === quote) {
        if (bytes[at + 1] !== quote) return at;
        at += 1;
        continue;
      }
      const kind = kinds[code] as number;
      if (kind === TEXT) continue;
      if (kind === BREAK_IN_QUOTES) {
        if (code === CR || bytes[at - 1] !== CR) this.lines += 1;
      } else if (kind === REFUSED || isTrace(bytes, at)) return -1;
    }
    return -1;
  }
}

function kindsOf({ delimiter, quote, newline }: FieldDialect): Uint8Array {
  const kinds = textKinds();
  kinds[LF] = newline === '\n' ? NEWLINE : REFUSED;
  kinds[CR] = newline === '\n' ? REFUSED : NEWLINE;
  if (quote >= 0) kinds[quote] = REFUSED;
  kinds[delimiter] = DELIMITER;
  return kinds;
}

function quotedKindsOf({ delimiter }: FieldDialect): Uint8Array {
  const kinds = textKinds();
  kinds[LF] = BREAK_IN_QUOTES;
  kinds[CR] = BREAK_IN_QUOTES;
  kinds[delimiter] = TEXT;
  return kinds;
}

/** Control characters are traces of damage, and so are some characters beyond ASCII. */
function textKinds(): Uint8Array {
  const kinds = new Uint8Array(256).fill(TEXT);
  kinds.fill(REFUSED, 0, 0x20);
  kinds[TAB] = TEXT;
  kinds[0x7f] = REFUSED;
  for (const lead of [0xc2, 0xc3, 0xef]) kinds[lead] = LEAD;
  return kinds;
}

/**
 * Whether a sequence of UTF-8 may be a trace of damage: a control character (C2 80 to C2 9F), what mojibake begins with (Ã or Â in
 * front of another character beyond ASCII, or â in front of €), a byte order mark, a replacement character.
 */
function isTrace(bytes: Uint8Array, at: number): boolean {
  const lead = bytes[at];
  const next = bytes[at + 1] as number;
  if (lead === 0xc2) return next < 0xa0;
  if (lead === 0xc3) {
    const after = bytes[at + 2] as number;
    return next === 0x82 || next === 0x83 ? after >= 0x80 : next === 0xa2 && after === 0xe2;
  }
  const last = bytes[at + 2];
  return (next === 0xbb && last === 0xbf) || (next === 0xbf && last === 0xbd);
}

/** Whether nothing but line endings is left. */
function isBlank(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (bytes[at] !== LF && bytes[at] !== CR) return false;
  return true;
}

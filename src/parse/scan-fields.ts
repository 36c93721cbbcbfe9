/*
 * The byte scanner for regular files in UTF-8. It proves, while it runs, that the bytes are those of a table without anything
 * that a reader could take for something else, and gives up at the first that is not: who reads text then finds out what it is.
 */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;

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
/** Is escaped in a JSON string. */
const ESCAPED = 5;
const QUOTE = 6;
const REFUSED = 7;

/** Finds the cells of whole records in bytes of UTF-8. */
export class FieldScanner {
  readonly #dialect: FieldDialect;
  readonly #kinds: Uint8Array;
  readonly #quotedKinds: Uint8Array;
  /** Where each cell's content begins and ends, record by record; of the last scan. */
  readonly bounds: Int32Array;
  /** For each cell: 1 where its content has a quote, a backslash or a control character; of the last scan. */
  readonly special: Uint8Array;
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
    this.special = new Uint8Array(most * dialect.width);
    this.#kinds = kindsOf(dialect);
    this.#quotedKinds = quotedKindsOf(dialect);
  }

  /**
   * Scans the next records from an offset on, where one begins; the last of them ends at `end` at the latest, with its line
   * ending. Returns the offset behind them, or -1 where the bytes are not regular. `isLast` says that nothing follows `end`.
   */
  scan(bytes: Uint8Array, from: number, end: number, isLast: boolean): number {
    const { width, newline } = this.#dialect;
    const kinds = this.#kinds;
    const bounds = this.bounds;
    const most = this.#most;
    this.special.fill(0);
    let at = from;
    let bound = 0;
    let records = 0;
    while (at < end && records < most) {
      const start = at;
      for (let cell = 0; ; cell += 1) {
        if (cell === width) return -1;
        let kind = kinds[bytes[at] as number] as number;
        bounds[bound] = at;
        if (kind === QUOTE) {
          bounds[bound] = at + 1;
          at = this.#closingQuote(bytes, at + 1, end, bound >> 1);
          if (at < 0) return -1;
          bounds[bound + 1] = at;
          at += 1;
          kind = kinds[bytes[at] as number] as number;
        } else {
          while (kind === TEXT) {
            at += 1;
            kind = kinds[bytes[at] as number] as number;
          }
          if (kind !== DELIMITER && kind !== NEWLINE) {
            at = this.#endOfCell(bytes, at, bound >> 1);
            if (at < 0) return -1;
            kind = kinds[bytes[at] as number] as number;
          }
          bounds[bound + 1] = at;
        }
        bound += 2;
        if (kind === DELIMITER) at += 1;
        else if (kind !== NEWLINE || (newline === '\r\n' && bytes[at + 1] !== LF)) return -1;
        else if (cell + 1 === width) break;
        else return isLast && at === start && isBlank(bytes, at, end) ? this.#finish(records, end) : -1;
      }
      at += newline.length;
      if (at > end || at - start > LONGEST_FIELDS) return -1;
      // In a table of one column, a blank line is a record that others may not see.
      if (width === 1 && (bytes[start] as number) <= 0x20) return -1;
      records += 1;
    }
    return this.#finish(records, at);
  }

  /** Offset at which an unquoted cell, given by its number, ends, from a character on that is no mere text; -1 where it is not regular. */
  #endOfCell(bytes: Uint8Array, from: number, cell: number): number {
    const kinds = this.#kinds;
    for (let at = from; at < bytes.length; at += 1) {
      const kind = kinds[bytes[at] as number] as number;
      if (kind === DELIMITER || kind === NEWLINE) return at;
      if (kind === ESCAPED) this.special[cell] = 1;
      else if (kind !== TEXT && (kind !== LEAD || isTrace(bytes, at))) return -1;
    }
    return -1;
  }

  #finish(records: number, at: number): number {
    this.records = records;
    this.lines += records;
    return at;
  }

  /** Offset of the quote that closes a cell, given by its number; -1 where there is none, or something in the cell is not regular. */
  #closingQuote(bytes: Uint8Array, from: number, end: number, cell: number): number {
    const { quote } = this.#dialect;
    const kinds = this.#quotedKinds;
    for (let at = from; at < end; at += 1) {
      const code = bytes[at] as number;
      if (code === quote) {
        if (bytes[at + 1] !== quote) return at;
        this.special[cell] = 1;
        at += 1;
        continue;
      }
      const kind = kinds[code] as number;
      if (kind === TEXT) continue;
      if (kind === ESCAPED) this.special[cell] = 1;
      else if (kind === BREAK_IN_QUOTES) {
        this.special[cell] = 1;
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
  if (quote >= 0) kinds[quote] = QUOTE;
  kinds[delimiter] = DELIMITER;
  return kinds;
}

function quotedKindsOf({ delimiter }: FieldDialect): Uint8Array {
  const kinds = textKinds();
  kinds[LF] = BREAK_IN_QUOTES;
  kinds[CR] = BREAK_IN_QUOTES;
  // A control character that delimits is none that damage has left.
  if (kinds[delimiter] === REFUSED) kinds[delimiter] = delimiter < 0x20 ? ESCAPED : TEXT;
  return kinds;
}

/** Control characters are traces of damage, and so are some characters beyond ASCII. */
function textKinds(): Uint8Array {
  const kinds = new Uint8Array(256).fill(TEXT);
  kinds.fill(REFUSED, 0, 0x20);
  kinds[TAB] = ESCAPED;
  kinds[QUOTATION_MARK] = ESCAPED;
  kinds[BACKSLASH] = ESCAPED;
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

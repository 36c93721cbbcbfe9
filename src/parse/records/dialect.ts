/** Marks at the start of a comment line, the longest first. */
export const COMMENT_MARKS = ['//', '#', '%'] as const;

export type Newline = '\n' | '\r\n' | '\r';

/** The characters that give a CSV text its structure, except the delimiter. */
export interface Marks {
  /** Empty if cells are never quoted. */
  quote: string;
  /** The character before a quote inside a quoted cell: in most files, the quote itself. */
  escape: string;
  /** How a comment line begins; null if there are no comments. */
  comment: string | null;
  /** Whether blanks around cells, and around their quotes, are left out; `start`: only those before a cell; null: not known. */
  trim: boolean | 'start' | null;
}

/** The characters that give a CSV text its structure. */
export interface Dialect extends Marks {
  delimiter: string;
}

/** The text of consecutive whole records, without the line ending after the last one. */
export interface TextBlock {
  text: string;
  /** Offset in `text` at which each record begins. */
  starts: number[];
  /** Line ending between records; `\n` until one is found. */
  newline: Newline;
  /**
   * Offsets of the line endings outside quotes that are `\n` where `newline` is `\r\n`, or the reverse. One may be that after the last
   * record.
   */
  otherEnds: readonly number[];
  /** Number of the line in which `text` begins, from 1. */
  firstLine: number;
}

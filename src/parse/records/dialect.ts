export type Newline = '\n' | '\r\n' | '\r';

/** The characters that give a text its structure, but for the delimiter. */
export interface Marks {
  /** Empty where cells are never quoted. */
  quote: string;
  /** What stands before a quote inside a quoted cell: the quote itself in most files. */
  escape: string;
  /** Beginning of a line that is a comment; null where there are none. */
  comment: string | null;
  /** Blanks around cells, and around their quotes, are no part of them; `start`: those in front; null where this is not known. */
  trim: boolean | 'start' | null;
}

/** The characters that give a text its structure. */
export interface Dialect extends Marks {
  delimiter: string;
}

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

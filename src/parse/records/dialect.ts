import type { FileFormat } from '../../model.ts';

/** Marks that start a comment line, longest first. */
export const COMMENT_MARKS = ['//', '#', '%'] as const;

export type Newline = '\n' | '\r\n' | '\r';

/** A CSV dialect: its special characters, and whether whitespace around cells is trimmed. */
export interface Dialect extends Pick<FileFormat, 'quote' | 'escape' | 'comment' | 'trim'> {
  delimiter: string;
}

/** Text of consecutive complete records, and any comment lines among them, without the final line ending. */
export interface TextBlock {
  text: string;
  /** Offset in `text` of the start of each record. */
  starts: number[];
  /** First line ending in the file outside quotes; `\n` until one is found. */
  newline: Newline;
  /** Offsets in `text` of line endings outside quotes that differ from `newline`; `text.length` stands for the final line ending. */
  otherEnds: readonly number[];
  /** Line number of the start of `text`, from 1. */
  firstLine: number;
}

import type { FileFormat } from '../../model.ts';

/** Marks at the start of a comment line, the longest first. */
export const COMMENT_MARKS = ['//', '#', '%'] as const;

export type Newline = '\n' | '\r\n' | '\r';

/** The characters that give a CSV text its structure, except the delimiter. */
export type Marks = Pick<FileFormat, 'quote' | 'escape' | 'comment' | 'trim'>;

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
  /** Offsets of the line endings outside quotes that differ from `newline`. One may be the one after the last record. */
  otherEnds: readonly number[];
  /** Number of the line in which `text` begins, from 1. */
  firstLine: number;
}

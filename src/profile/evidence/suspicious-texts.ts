import type { Place } from '../../model.ts';
import { QUOTE_MARKS } from '../../problems/quote-marks.ts';
import { isVariant } from './alike-texts.ts';
import { type Found, oneMore } from './findings.ts';

const OPENING_MARKS = new Set(QUOTE_MARKS.map((marks) => marks.charCodeAt(0)));

/** Counts strings that suggest a parsing error: those padded with whitespace, enclosed in quotes, or equal to the column's name. */
export class SuspiciousTextCounter {
  readonly findings = {
    texts: 0,
    padded: null as Found | null,
    quoted: null as (Found & { marks: string }) | null,
    names: null as Found | null,
    /** Whether any string has surrounding whitespace or combining marks. */
    hasVariants: false,
  };

  /** Adds a cell of the column `name` that is neither a number nor null; `value` is the cell without surrounding ASCII whitespace. */
  add(cell: string, value: string, name: string, placeOf: () => Place): void {
    const { findings } = this;
    findings.texts += 1;
    findings.hasVariants ||= isVariant(cell, value);
    if (cell.length !== value.length) findings.padded = oneMore(findings.padded, placeOf);
    if (cell === name) findings.names = oneMore(findings.names, placeOf);
    if (!OPENING_MARKS.has(value.charCodeAt(0)) || value.length < 2) return;
    const marks = QUOTE_MARKS.find(
      ([open, close]) => value.startsWith(open as string) && value.endsWith(close as string),
    );
    if (marks !== undefined) findings.quoted = { marks, ...findings.quoted, ...oneMore(findings.quoted, placeOf) };
  }

  /** Counts of suspicious strings; null without any. */
  get found() {
    const { padded, quoted, names } = this.findings;
    return padded || quoted || names ? this.findings : null;
  }
}

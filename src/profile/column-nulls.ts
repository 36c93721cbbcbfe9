import type { Place } from '../model.ts';
import { isBlankText } from './cells/blank-texts.ts';
import { type Found, oneMore } from './evidence/findings.ts';

/** Whitespace cells are truncated to this many UTF-16 code units before they are counted. */
const MAX_BLANK = 100;

/** Counts the nulls of a column by spelling. */
export class ColumnNulls {
  readonly findings = {
    /** Number of cells that are null whatever the column's type, by spelling. */
    nulls: new Map<string, number>(),
    /** Null tokens and cells of ASCII whitespace, which are null only in a numeric column. */
    tokens: new Map<string, Found>(),
    /** Other cells of invisible characters (see `isBlankText`), which are values in every column. */
    blankTexts: new Map<string, Found>(),
  };

  addEmpty(count: number): void {
    addTo(this.findings.nulls, '', count);
  }

  /** Adds a cell that is null whatever the column's type; `value` is the cell without surrounding ASCII whitespace. */
  add(cell: string, value: string): void {
    addTo(this.findings.nulls, spellingOf(cell, value), 1);
  }

  addToken(cell: string, value: string, placeOf: () => Place): void {
    addFound(this.findings.tokens, spellingOf(cell, value), placeOf);
  }

  addBlankText(value: string, placeOf: () => Place): void {
    addFound(this.findings.blankTexts, value.slice(0, MAX_BLANK), placeOf);
  }

  /** Distinct null tokens. Whitespace cells are left out: in a numeric column, they are null even if `missing` does not list them. */
  get tokens(): string[] {
    return [...this.findings.tokens.keys()].filter((spelling) => !isBlankText(spelling));
  }

  /** Cells that look like null but are values if the column is text: those that contain only invisible characters, and null tokens. */
  get texts() {
    const { tokens, blankTexts } = this.findings;
    const found = [...tokens, ...blankTexts].map(([text, it]) => ({ text, ...it }));
    return {
      blanks: found.filter(({ text }) => isBlankText(text)),
      tokens: found.filter(({ text }) => !isBlankText(text)),
    };
  }

  /** Number of nulls by spelling, most frequent first. */
  spellings(isNumeric: boolean): Map<string, number> {
    const counts = new Map(this.findings.nulls);
    if (isNumeric) for (const [text, { count }] of this.findings.tokens) addTo(counts, text, count);
    return new Map([...counts].sort(([, a], [, b]) => b - a));
  }
}

function spellingOf(cell: string, value: string): string {
  return value === '' ? cell.slice(0, MAX_BLANK) : value;
}

function addTo(counts: Map<string, number>, spelling: string, count: number): void {
  counts.set(spelling, (counts.get(spelling) ?? 0) + count);
}

function addFound(all: Map<string, Found>, spelling: string, placeOf: () => Place): void {
  all.set(spelling, oneMore(all.get(spelling), placeOf));
}

import type { Place } from '../model.ts';
import { isBlankText } from './cells/blank-texts.ts';
import { oneMore } from './evidence/findings.ts';
import type { Found, NullTexts } from './evidence/inspected-column.ts';

/** A longer blank cell is counted under its first characters. */
const MAX_BLANK = 100;

/** Counts the nulls of a column by their spelling. If nulls are forbidden, it also keeps the place of the first. */
export class ColumnNulls {
  readonly #areForbidden: boolean;
  readonly findings = {
    /** Counts by spelling of cells that are null in any column. */
    nulls: new Map<string, number>(),
    /** Null tokens and blank cells, which are null only in a column of numbers. */
    tokens: new Map<string, Found>(),
    /** Cells with blanks beyond ASCII only, which are null in no column. */
    blankTexts: new Map<string, Found>(),
    firstNull: null as Place | null,
  };

  constructor(areForbidden: boolean) {
    this.#areForbidden = areForbidden;
  }

  /** Adds empty cells. `placeOf` gives the place of the first; it may be absent if one was added before. */
  addEmpty(count: number, placeOf?: () => Place): void {
    addTo(this.findings.nulls, '', count);
    if (this.#areForbidden && placeOf) this.findings.firstNull ??= placeOf();
  }

  /** Adds a cell that is null in any column; `value` is the cell without the ASCII blanks around it. */
  add(cell: string, value: string, placeOf: () => Place): void {
    addTo(this.findings.nulls, spellingOf(cell, value), 1);
    if (this.#areForbidden) this.findings.firstNull ??= placeOf();
  }

  /** Adds a null token or a blank cell. */
  addToken(cell: string, value: string, placeOf: () => Place): void {
    addFound(this.findings.tokens, spellingOf(cell, value), placeOf);
  }

  /** Adds a cell with blanks beyond ASCII only. */
  addBlankText(value: string, placeOf: () => Place): void {
    addFound(this.findings.blankTexts, value.slice(0, MAX_BLANK), placeOf);
  }

  /** The distinct null tokens, without blank cells: in a column of numbers they are null whatever is declared. */
  get tokens(): string[] {
    return [...this.findings.tokens.keys()].filter((spelling) => !isBlankText(spelling));
  }

  /** Cells that look like null, but are texts in a column of texts. */
  get texts(): NullTexts {
    const { tokens, blankTexts } = this.findings;
    const found = [...tokens, ...blankTexts].map(([text, it]) => ({ text, ...it }));
    return {
      blanks: found.filter(({ text }) => isBlankText(text)),
      tokens: found.filter(({ text }) => !isBlankText(text)),
    };
  }

  /** All spellings with their counts, the most frequent first. */
  spellings(isNumeric: boolean): Map<string, number> {
    const counts = new Map(this.findings.nulls);
    if (isNumeric) for (const [text, { count }] of this.findings.tokens) addTo(counts, text, count);
    return new Map([...counts].sort(([, a], [, b]) => b - a));
  }

  /** Place of the first null, if nulls are forbidden. */
  firstForbidden(isNumeric: boolean): Place | null {
    const { firstNull, tokens } = this.findings;
    const [token] = this.#areForbidden && isNumeric ? tokens.values() : [];
    if (!firstNull || !token) return firstNull ?? token?.first ?? null;
    return firstNull.line < token.first.line ? firstNull : token.first;
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

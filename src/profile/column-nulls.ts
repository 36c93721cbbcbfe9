import type { Place } from '../model.ts';

/** The nulls and null tokens of some cells of a column, as plain data. */
export interface NullsSnapshot {
  nulls: ReadonlyMap<string, number>;
  tokens: ReadonlyMap<string, number>;
  firstNull: Place | null;
  firstToken: Place | null;
}

/** Counts the nulls of a column by their spelling. If nulls are forbidden, it also keeps the place of the first. */
export class ColumnNulls {
  readonly #areForbidden: boolean;
  /** Counts by spelling: of cells that are null in any column, and of null tokens, which are null only in a column of numbers. */
  readonly #nulls = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  #firstNull: Place | null = null;
  #firstToken: Place | null = null;

  constructor(areForbidden: boolean) {
    this.#areForbidden = areForbidden;
  }

  /** Adds nulls of one spelling. `placeOf` gives the place of the first; it may be absent if a null was added before. */
  add(spelling: string, count: number, placeOf?: () => Place): void {
    addTo(this.#nulls, spelling, count);
    if (this.#areForbidden && placeOf) this.#firstNull ??= placeOf();
  }

  addToken(spelling: string, placeOf: () => Place): void {
    addTo(this.#tokens, spelling, 1);
    if (this.#areForbidden) this.#firstToken ??= placeOf();
  }

  /** The distinct null tokens. */
  get tokens(): string[] {
    return [...this.#tokens.keys()];
  }

  /** All spellings with their counts, the most frequent first. */
  spellings(isNumeric: boolean): Map<string, number> {
    return new Map([...this.#nulls, ...(isNumeric ? this.#tokens : [])].sort(([, a], [, b]) => b - a));
  }

  /** Place of the first null, if nulls are forbidden. */
  firstForbidden(isNumeric: boolean): Place | null {
    const [firstNull, firstToken] = [this.#firstNull, isNumeric ? this.#firstToken : null];
    if (!firstNull || !firstToken) return firstNull ?? firstToken;
    return firstNull.line < firstToken.line ? firstNull : firstToken;
  }

  snapshot(): NullsSnapshot {
    return {
      nulls: this.#nulls,
      tokens: this.#tokens,
      firstNull: this.#firstNull,
      firstToken: this.#firstToken,
    };
  }

  /** Adds the nulls of the cells that follow. */
  absorb(next: NullsSnapshot): void {
    for (const [spelling, count] of next.nulls) addTo(this.#nulls, spelling, count);
    for (const [spelling, count] of next.tokens) addTo(this.#tokens, spelling, count);
    this.#firstNull ??= next.firstNull;
    this.#firstToken ??= next.firstToken;
  }
}

function addTo(counts: Map<string, number>, spelling: string, count: number): void {
  counts.set(spelling, (counts.get(spelling) ?? 0) + count);
}

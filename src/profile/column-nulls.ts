import type { Place } from '../model.ts';

/** What the nulls of a column have told so far, as plain data. */
export interface NullsSnapshot {
  certain: ReadonlyMap<string, number>;
  spelled: ReadonlyMap<string, number>;
  firstCertain: Place | null;
  firstSpelled: Place | null;
}

/** Nulls of a column: how they are spelled, and where the first is, if none may be there. */
export class ColumnNulls {
  readonly #areForbidden: boolean;
  /** Spellings with their counts: of empty cells and declared ones, and of those that are null only in a column of numbers. */
  readonly #certain = new Map<string, number>();
  readonly #spelled = new Map<string, number>();
  #firstCertain: Place | null = null;
  #firstSpelled: Place | null = null;

  constructor(areForbidden: boolean) {
    this.#areForbidden = areForbidden;
  }

  /** Takes so many nulls; `placeOf` gives the place of the first, unless such a one was taken before. */
  add(spelling: string, times: number, placeOf?: () => Place): void {
    count(this.#certain, spelling, times);
    if (this.#areForbidden && placeOf) this.#firstCertain ??= placeOf();
  }

  /** Takes a value that is null in a column of numbers, and in one of texts is text. */
  addSpelled(spelling: string, placeOf: () => Place): void {
    count(this.#spelled, spelling, 1);
    if (this.#areForbidden) this.#firstSpelled ??= placeOf();
  }

  /** Spellings that are null only in a column of numbers. */
  get spelled(): string[] {
    return [...this.#spelled.keys()];
  }

  /** All spellings with their counts, the most frequent first. */
  spellings(isNumeric: boolean): Map<string, number> {
    return new Map([...this.#certain, ...(isNumeric ? this.#spelled : [])].sort(([, a], [, b]) => b - a));
  }

  /** Place of the first null where none may be there. */
  firstForbidden(isNumeric: boolean): Place | null {
    const [certain, spelled] = [this.#firstCertain, isNumeric ? this.#firstSpelled : null];
    if (!certain || !spelled) return certain ?? spelled;
    return certain.line < spelled.line ? certain : spelled;
  }

  snapshot(): NullsSnapshot {
    return {
      certain: this.#certain,
      spelled: this.#spelled,
      firstCertain: this.#firstCertain,
      firstSpelled: this.#firstSpelled,
    };
  }

  /** Goes on with the cells behind these. */
  absorb(next: NullsSnapshot): void {
    for (const [text, times] of next.certain) count(this.#certain, text, times);
    for (const [text, times] of next.spelled) count(this.#spelled, text, times);
    this.#firstCertain ??= next.firstCertain;
    this.#firstSpelled ??= next.firstSpelled;
  }
}

function count(counts: Map<string, number>, key: string, times: number): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

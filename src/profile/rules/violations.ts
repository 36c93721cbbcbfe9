import type { FilePlace, Place, RecordBlock, Source } from '../../model.ts';
import { formatCount, groupDigits } from '../../problems/format-problem.ts';
import { type Problem, type ProblemCode, problem } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { patchText } from '../../problems/sidecar-patch.ts';
import { MAX_PLACES, type Repeats } from './find-repeats.ts';

/** Maximum number of different values listed for a rule, and of characters of the rule itself. */
const MAX_VALUES = 3;
const MAX_RULE = 80;

/** A rule as in a sidecar, where it is stated, and words for what breaks it: `values of "id"`. */
interface BrokenRule {
  noun?: string;
  whose: string;
  rule: Readonly<Record<string, unknown>>;
  at: FilePlace | undefined;
}

/** The cells or records that break a rule: their number, the first places, and the first values. */
export class Violations {
  count = 0;
  first: Place | null = null;
  readonly #places: string[] = [];
  readonly #values = new Set<string>();

  /** Adds a cell with its value, which is null for a null. */
  add(value: string | null, placeOf: () => Place): void {
    this.count += 1;
    if (value !== null && this.#values.size <= MAX_VALUES) this.#values.add(quoteText(value));
    if (this.count > MAX_PLACES) return;
    const place = placeOf();
    this.first ??= place;
    this.#places.push(`${place.line}:${place.column}`);
  }

  /** Adds records that repeat earlier ones. */
  addRepeats({ count, first }: Repeats): this {
    for (const { cells, place } of first) this.add(cells.join(' / '), () => place);
    this.count = count;
    return this;
  }

  /** The lines and columns of the first places: `at 3:1 and 5:1`. */
  get places(): string {
    const last = this.count > MAX_PLACES ? `${groupDigits(this.count - MAX_PLACES)} more` : this.#places.at(-1);
    const others = this.count > MAX_PLACES ? this.#places : this.#places.slice(0, -1);
    return `at ${others.length === 0 ? last : `${others.join(', ')} and ${last}`}`;
  }

  toProblem(code: ProblemCode, { file }: Source, { noun = 'value', whose, rule, at }: BrokenRule): Problem {
    const stated = patchText(rule);
    const shown = stated.length > MAX_RULE ? `${stated.slice(0, MAX_RULE)}…` : stated;
    const listed = [...this.#values].slice(0, MAX_VALUES).join(', ');
    const breaks = this.count === 1 ? 'breaks' : 'break';
    const more = this.#values.size > MAX_VALUES ? ', …' : '';
    const message = `${formatCount(this.count, noun)} ${whose} ${breaks} the rule ${shown}: ${listed}${more}, ${this.places}`;
    return problem(code, { file, place: this.first }, message, `Correct the data, or ${changeAt('the rule', at)}.`);
  }
}

/** What to find in a cell of each record: nulls, unless they are allowed, and values that break rules. */
export interface CellCheck {
  cell: number;
  read: (cell: string) => string | null;
  nulls: Violations | null;
  rules: readonly { isMet(value: string): boolean; found: Violations }[];
}

/** Reads cells, and adds what breaks a rule to its violations. */
export function findViolations(blocks: Iterable<RecordBlock>, checks: readonly CellCheck[]): void {
  for (const { records, placeOf } of blocks) {
    for (let record = 0; record < records.length; record += 1) {
      for (const { cell, read, nulls, rules } of checks) {
        const value = read(records[record]?.[cell] as string);
        if (value === null) nulls?.add(null, () => placeOf(record, cell));
        else for (const { isMet, found } of rules) if (!isMet(value)) found.add(value, () => placeOf(record, cell));
      }
    }
  }
}

/** Advice to change what is stated at a place: `change "expect" at economy/prices.meta.json:9:3`. */
export function changeAt(what: string, at: FilePlace | undefined): string {
  return `change ${what}${at ? ` at ${at.file}:${at.place.line}:${at.place.column}` : ''}`;
}

import type { FilePlace, Place, RecordBlock } from '../../model.ts';
import { formatCount, groupDigits, listFirst } from '../../problems/format-problem.ts';
import { type Problem, type ProblemCode, problem } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { patchText } from '../../problems/sidecar-patch.ts';

/** Maximum number of places and of different values listed for a rule, and of characters of the rule itself. */
const MAX_PLACES = 20;
const MAX_VALUES = 3;
const MAX_RULE = 80;

/** The cells or records that break a rule: their number, the first places, and the first values. */
export class Violations {
  count = 0;
  readonly #places: Place[] = [];
  readonly #values = new Set<string>();

  /** Adds a cell with its value, which is null for a null. */
  add(value: string | null, placeOf: () => Place): void {
    this.count += 1;
    if (value !== null && this.#values.size <= MAX_VALUES) this.#values.add(quoteText(value));
    if (this.count <= MAX_PLACES) this.#places.push(placeOf());
  }

  get first(): Place | null {
    return this.#places[0] ?? null;
  }

  /** The lines and columns of the first places: `at 3:1 and 5:1`. */
  get places(): string {
    const more = this.count > MAX_PLACES ? [`${groupDigits(this.count - MAX_PLACES)} more`] : [];
    const all = [...this.#places.map(({ line, column }) => `${line}:${column}`), ...more];
    return `at ${all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`}`;
  }

  /** The problem of a rule as in a sidecar, for columns, which is stated at a place. */
  toProblem(
    code: ProblemCode,
    file: string,
    columns: readonly string[],
    rule: Readonly<Record<string, unknown>>,
    at: FilePlace | undefined,
  ): Problem {
    const stated = patchText(rule);
    const shown = stated.length > MAX_RULE ? `${stated.slice(0, MAX_RULE)}…` : stated;
    const listed = listFirst([...this.#values], MAX_VALUES);
    const subject = `${formatCount(this.count, 'value')} of ${columns.map((it) => `"${it}"`).join(' / ')}`;
    const breaks = this.count === 1 ? 'breaks' : 'break';
    const message = `${subject} ${breaks} the rule ${shown}: ${listed}, ${this.places}`;
    return problem(code, { file, place: this.first }, message, `Correct the data, or ${changeAt('the rule', at)}.`);
  }
}

/** Rules for a cell of each record. Their tests are for values; without one, values must not be null. */
interface CellCheck {
  cell: number;
  read: (cell: string) => string | null;
  rules: readonly { isMet: ((value: string) => boolean) | null; found: Violations }[];
}

/** Reads records of the cells to check, in their order, and adds what breaks a rule to its violations. */
export function findViolations(blocks: Iterable<RecordBlock>, checks: readonly CellCheck[]): void {
  for (const { records, placeOf } of blocks) {
    for (const [at, { cell, read, rules }] of checks.entries()) {
      for (let index = 0; index < records.length; index += 1) {
        const value = read(records[index]?.[at] as string);
        for (const { isMet, found } of rules) {
          const isBroken = value === null ? isMet === null : isMet !== null && !isMet(value);
          if (isBroken) found.add(value, () => placeOf(index, cell));
        }
      }
    }
  }
}

/** Advice to change what is stated at a place: `change "expect" at economy/prices.meta.json:9:3`. */
export function changeAt(what: string, at: FilePlace | undefined): string {
  return `change ${what}${at ? ` at ${at.file}:${at.place.line}:${at.place.column}` : ''}`;
}

import { compare, type Found } from '../file/dictionary.ts';
import type { LoadedGroup } from '../file/row-group.ts';
import type { TableColumn } from '../file/table-column.ts';
import type { Answer, FacetQuestion, HistogramQuestion } from '../question.ts';
import { answerOf } from './group-records.ts';
import { inOrder } from './order-records.ts';

/** Counts the values of a column. */
export class Facet {
  readonly #question: FacetQuestion;
  readonly #column: TableColumn;
  /** By code. */
  #counts = new Uint32Array(1);

  constructor(question: FacetQuestion, columns: ReadonlyMap<string, TableColumn>) {
    this.#question = question;
    this.#column = columns.get(question.column) as TableColumn;
  }

  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void {
    const { codes } = group.read(this.#column.name);
    const counts = new Uint32Array(this.#column.dictionary.values.length);
    counts.set(this.#counts);
    for (let at = 0; at < positions.length; at += 1)
      counts[codes[positions[at] as number] as number] =
        (counts[codes[positions[at] as number] as number] as number) + 1;
    this.#counts = counts;
  }

  answer(): NonNullable<Answer['facets']>[number] {
    const { limit = 20 } = this.#question;
    const { values } = this.#column.dictionary;
    const counts = this.#counts;
    const codes = counts.map((_, code) => code).filter((code) => code > 0 && (counts[code] as number) > 0);
    const first = inOrder(codes, 0, limit, (a, b) => {
      return (counts[b] as number) - (counts[a] as number) || compare(values[a] as Found, values[b] as Found);
    });
    return {
      values: Array.from(first, (code) => ({ value: answerOf(values[code] ?? null), count: counts[code] as number })),
      nulls: counts[0] as number,
      distinct: codes.length,
    };
  }
}

/** Counts the numbers of a column in bins. */
export class Histogram {
  readonly #edges: readonly number[];
  readonly #name: string;
  readonly #counts: number[];
  #below = 0;
  #above = 0;
  #nulls = 0;

  constructor({ column, edges }: HistogramQuestion) {
    this.#name = column;
    this.#edges = edges;
    this.#counts = edges.slice(1).map(() => 0);
  }

  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void {
    const { numbers } = group.read(this.#name);
    const edges = this.#edges;
    const [least, greatest] = [edges[0] as number, edges.at(-1) as number];
    for (let at = 0; at < positions.length; at += 1) {
      const number = numbers[positions[at] as number] as number;
      if (number < least) this.#below += 1;
      else if (number > greatest) this.#above += 1;
      else if (Number.isNaN(number)) this.#nulls += 1;
      else {
        const bin = binOf(number, edges);
        this.#counts[bin] = (this.#counts[bin] as number) + 1;
      }
    }
  }

  answer(): NonNullable<Answer['histograms']>[number] {
    return { counts: this.#counts, below: this.#below, above: this.#above, nulls: this.#nulls };
  }
}

/** Index of the bin of a number that is not beyond the edges. */
function binOf(number: number, edges: readonly number[]): number {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (number < (edges[middle] as number)) high = middle;
    else low = middle;
  }
  return low;
}

import { compare } from '../file/compare-texts.ts';
import type { Found } from '../file/dictionary.ts';
import type { LoadedGroup, TableColumn } from '../file/table-layout.ts';
import type { FacetQuestion, HistogramQuestion } from '../question.ts';
import { answerOf } from './group-records.ts';
import { inOrder } from './order-records.ts';

/** Counts the values of a column. */
export function facetOf({ column, limit = 20 }: FacetQuestion, columns: ReadonlyMap<string, TableColumn>) {
  const { values } = (columns.get(column) as TableColumn).dictionary;
  /** By code. */
  let counts = new Uint32Array(1);
  return {
    columns: [column],
    add(group: LoadedGroup, positions: Uint32Array): void {
      const { codes } = group.read(column);
      const all = new Uint32Array(values.length);
      all.set(counts);
      for (let at = 0; at < positions.length; at += 1) {
        const code = codes[positions[at] as number] as number;
        all[code] = (all[code] as number) + 1;
      }
      counts = all;
    },
    answer() {
      const codes = counts.map((_, code) => code).filter((code) => code > 0 && (counts[code] as number) > 0);
      const first = inOrder(codes, 0, limit, (a, b) => {
        return (counts[b] as number) - (counts[a] as number) || compare(values[a] as Found, values[b] as Found);
      });
      return {
        values: Array.from(first, (code) => ({ value: answerOf(values[code] ?? null), count: counts[code] as number })),
        nulls: counts[0] as number,
        distinct: codes.length,
      };
    },
  };
}

/** Counts the numbers of a column in bins. */
export function histogramOf({ column, edges }: HistogramQuestion) {
  const [least, greatest] = [edges[0] as number, edges.at(-1) as number];
  const counts = edges.slice(1).map(() => 0);
  let [below, above, nulls] = [0, 0, 0];
  return {
    columns: [column],
    add(group: LoadedGroup, positions: Uint32Array): void {
      const { numbers } = group.read(column);
      for (let at = 0; at < positions.length; at += 1) {
        const number = numbers[positions[at] as number] as number;
        if (number < least) below += 1;
        else if (number > greatest) above += 1;
        else if (Number.isNaN(number)) nulls += 1;
        else {
          const bin = binOf(number, edges);
          counts[bin] = (counts[bin] as number) + 1;
        }
      }
    },
    answer: () => ({ counts, below, above, nulls }),
  };
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

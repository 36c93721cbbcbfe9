import type { Collector } from './collect/collector.ts';
import { facetOf, histogramOf } from './collect/count-values.ts';
import { answerOf, recordGroups } from './collect/group-records.ts';
import { combined, type Matcher, matcherOf } from './collect/match-records.ts';
import { recordOrder } from './collect/order-records.ts';
import { sampleOf } from './collect/sample-records.ts';
import type { GroupNeeds } from './file/read-groups.ts';
import type { LoadedGroup, TableMetadata } from './file/table-layout.ts';
import type { Answer, AnswerRow, AnswerValue, Question } from './question.ts';

/** Plans the answer to a question, which must have been checked. */
export function planQuestion(question: Question, { columns, groups }: TableMetadata) {
  const { where, rows } = question;
  const parts = where === undefined ? [] : 'all' in where ? where.all : [where];
  const matchers = parts.map((part) => matcherOf(part, columns));
  /** Conditions, and what is collected from the records for which they hold. */
  const viewOf = (matchers: readonly Matcher[], collectors: Collector[]) => {
    return { matcher: combined('every', matchers), collectors, matched: 0 };
  };
  const order = rows && recordOrder(rows.sort ?? [], columns);
  const grouped = question.groups && recordGroups(question.groups, columns);
  const both = [order, grouped].filter((it) => it !== undefined);
  const main = viewOf(matchers, both);
  const views = [main];
  /** Collects from the records for which all conditions but those on the counter's own column hold. */
  const counted = <T extends Collector>(counter: T): T => {
    const [column] = counter.columns as [string];
    const others = matchers.filter((matcher) => !(matcher.columns.size === 1 && matcher.columns.has(column)));
    if (others.length === matchers.length) main.collectors.push(counter);
    else views.push(viewOf(others, [counter]));
    return counter;
  };
  const facets = question.facets?.map((facet) => counted(facetOf(facet, columns)));
  const histograms = question.histograms?.map((histogram) => counted(histogramOf(histogram)));
  const needs = groups.flatMap((group): GroupNeeds[] => {
    const needed = views.filter(({ matcher }) => matcher.mayMatch(group));
    const names = needed.flatMap((it) => [...it.matcher.columns, ...it.collectors.flatMap(({ columns }) => columns)]);
    return needed.length === 0 ? [] : [{ group, columns: new Set(names) }];
  });
  return {
    needs,
    /** Passes the records of a row group that match to the collectors. */
    collect(group: LoadedGroup): void {
      for (const view of views) {
        if (!view.matcher.mayMatch(group)) continue;
        const positions = positionsIn(view.matcher.match(group));
        view.matched += positions.length;
        if (positions.length > 0) for (const collector of view.collectors) collector.add(group, positions);
      }
    },
    /** Parts of the answer, after all row groups were collected. */
    finish: (): Pick<Answer, 'matched' | 'facets' | 'groups' | 'histograms'> => ({
      matched: main.matched,
      ...(facets && { facets: facets.map((facet) => facet.answer()) }),
      ...(grouped && { groups: grouped.answer() }),
      ...(histograms && { histograms: histograms.map((histogram) => histogram.answer()) }),
    }),
    /** Numbers of the records to return, in their order; null if the question asks for none. */
    numbers(): number[] | null {
      if (!order) return null;
      const { sample, offset = 0, limit = 10 } = rows;
      if (!sample) return order.slice(offset, limit);
      const all = order.slice(0, Number.POSITIVE_INFINITY);
      return sampleOf(all, sample.size, sample.seed).slice(offset, offset + limit);
    },
  };
}

/** The numbers from 0 on. */
let all = new Uint32Array(0);

function positionsIn(mask: Uint8Array): Uint32Array {
  if (!mask.includes(0)) {
    if (all.length < mask.length) all = new Uint32Array(mask.length).map((_, at) => at);
    return all.subarray(0, mask.length);
  }
  const positions = new Uint32Array(mask.length);
  let count = 0;
  for (let at = 0; at < mask.length; at += 1) {
    positions[count] = at;
    count += mask[at] as number;
  }
  return positions.subarray(0, count);
}

/** Takes the records with these numbers from the row groups that have them. `write` may change values. */
export async function takeRows(
  numbers: readonly number[],
  names: readonly string[],
  groups: AsyncIterable<LoadedGroup>,
  write: (value: AnswerValue, name: string) => AnswerValue,
): Promise<AnswerRow[]> {
  const rows: AnswerRow[] = [];
  for await (const group of groups) {
    const chunks = names.map((name) => [name, group.read(name)] as const);
    for (const [at, number] of numbers.entries()) {
      const position = number - group.first;
      if (position < 0 || position >= group.count) continue;
      // Unlike assigning to properties, this also works for column names such as `__proto__`.
      rows[at] = Object.fromEntries(chunks.map(([name, chunk]) => [name, write(valueAt(chunk, position), name)]));
    }
  }
  return rows;
}

function valueAt(chunk: ReturnType<LoadedGroup['read']>, position: number): AnswerValue {
  if (chunk.isCoded) return answerOf(chunk.dictionary.values[chunk.codes[position] as number] ?? null);
  const number = chunk.numbers[position] as number;
  // As in dictionaries, -0 and 0 are one value.
  return Number.isNaN(number) ? null : number + 0;
}

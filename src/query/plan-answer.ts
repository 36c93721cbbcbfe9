import { Facet, Histogram } from './collect/count-values.ts';
import { answerOf, RecordGroups } from './collect/group-records.ts';
import { allOf, type Matcher, matcherOf } from './collect/match-records.ts';
import { RecordOrder } from './collect/order-records.ts';
import { sampleOf } from './collect/sample-records.ts';
import type { GroupNeeds } from './file/read-groups.ts';
import type { TableMetadata } from './file/read-metadata.ts';
import type { LoadedGroup } from './file/row-group.ts';
import type { Answer, AnswerRow, AnswerValue, Question } from './question.ts';

/** Collects a part of the answer from the records that match. */
interface Collector {
  /** Names of the columns that it reads. */
  columns: readonly string[];
  /** Adds the records of a row group at these positions in the group. */
  add(group: LoadedGroup, positions: Uint32Array): void;
}

/** Conditions, and what is collected from the records for which they hold. */
interface View {
  matcher: Matcher;
  collectors: Collector[];
}

/** What to read for a question, and how to answer it. */
export interface QuestionPlan {
  needs: readonly GroupNeeds[];
  views: readonly View[];
  /** Parts of the answer, after all row groups were collected. */
  finish(): Pick<Answer, 'matched' | 'facets' | 'groups' | 'histograms'>;
  /** Numbers of the records to return, in their order; null if the question asks for none. */
  numbers(): number[] | null;
}

/** Plans the answer to a question, which must have been checked. */
export function planQuestion(question: Question, { columns, groups }: TableMetadata): QuestionPlan {
  const { where, rows, facets = [], histograms = [] } = question;
  const parts = where === undefined ? [] : 'all' in where ? where.all : [where];
  const matchers = parts.map((part) => matcherOf(part, columns));
  const main: View = { matcher: allOf(matchers), collectors: [] };
  const views = [main];
  /** The view for what leaves out the conditions on its own column. */
  const viewWithout = (column: string): View => {
    const others = matchers.filter((matcher) => !(matcher.columns.size === 1 && matcher.columns.has(column)));
    if (others.length === matchers.length) return main;
    const view = { matcher: allOf(others), collectors: [] };
    views.push(view);
    return view;
  };
  let matched = 0;
  main.collectors.push({
    columns: [],
    add: (_, positions) => {
      matched += positions.length;
    },
  });
  const order = rows && new RecordOrder(rows.sort ?? [], columns);
  if (order) {
    const names = rows.sort?.map(({ column }) => column) ?? [];
    main.collectors.push({ columns: names, add: (group, positions) => order.add(group, positions) });
  }
  const grouped = question.groups && new RecordGroups(question.groups, columns);
  if (question.groups && grouped) {
    const measured = question.groups.measures.flatMap((it) => (it.measure === 'count' ? [] : it.column));
    const names = [...question.groups.by, ...measured];
    main.collectors.push({ columns: names, add: (group, positions) => grouped.add(group, positions) });
  }
  const counted = <T extends Pick<Collector, 'add'>>(column: string, counter: T): T => {
    viewWithout(column).collectors.push({
      columns: [column],
      add: (group, positions) => counter.add(group, positions),
    });
    return counter;
  };
  const facetCounters = facets.map((facet) => counted(facet.column, new Facet(facet, columns)));
  const histogramCounters = histograms.map((histogram) => counted(histogram.column, new Histogram(histogram)));
  const needs = groups.flatMap((group): GroupNeeds[] => {
    const needed = views.filter(({ matcher }) => matcher.mayMatch(group));
    const names = needed.flatMap((it) => [...it.matcher.columns, ...it.collectors.flatMap(({ columns }) => columns)]);
    return needed.length === 0 ? [] : [{ group, columns: new Set(names) }];
  });
  return {
    needs,
    views,
    finish: () => ({
      matched,
      ...(question.facets && { facets: facetCounters.map((facet) => facet.answer()) }),
      ...(grouped && { groups: grouped.answer() }),
      ...(question.histograms && { histograms: histogramCounters.map((histogram) => histogram.answer()) }),
    }),
    numbers() {
      if (!order) return null;
      const { sample, offset = 0, limit = 10 } = rows;
      if (!sample) return order.slice(offset, limit);
      const all = order.slice(0, Number.POSITIVE_INFINITY);
      return sampleOf(all, sample.size, sample.seed).slice(offset, offset + limit);
    },
  };
}

/** Passes the records of a row group that match to the collectors of a plan. */
export function collect({ views }: QuestionPlan, group: LoadedGroup): void {
  for (const { matcher, collectors } of views) {
    if (!matcher.mayMatch(group)) continue;
    const positions = positionsIn(matcher.match(group));
    if (positions.length > 0) for (const collector of collectors) collector.add(group, positions);
  }
}

function positionsIn(mask: Uint8Array): Uint32Array {
  const positions = new Uint32Array(mask.length);
  let count = 0;
  for (let at = 0; at < mask.length; at += 1) {
    positions[count] = at;
    count += mask[at] as number;
  }
  return positions.subarray(0, count);
}

/** The row groups and columns from which the records with these numbers are taken. */
export function needsOfRows(
  numbers: readonly number[],
  names: readonly string[],
  { groups }: TableMetadata,
): GroupNeeds[] {
  const columns = new Set(names);
  const sorted = Float64Array.from(numbers).sort();
  let next = 0;
  return groups.flatMap((group) => {
    const first = next;
    while (next < sorted.length && (sorted[next] as number) < group.first + group.count) next += 1;
    return next > first ? [{ group, columns }] : [];
  });
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

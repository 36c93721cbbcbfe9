/* Charts other than the published one, which readers can ask for. */

import type { ProfileDocument } from '../contract/documents.ts';
import { type ChartColumn, type ChartWords, type TimeSource, UNFOLDED } from './chart-data.ts';
import type { BarsPlan } from './collect/collect-bars.ts';
import { type LinesPlan, measureNames, timePositions } from './collect/collect-lines.ts';
import type { ChartPlan } from './collect-chart.ts';
import { chartColumn } from './rules/column-names.ts';
import { columnRoles } from './rules/column-roles.ts';
import { labelsOf } from './times.ts';

/** Measures that a reader can choose instead of those of a plan. */
export function otherMeasures(profile: ProfileDocument, plan: ChartPlan): ChartColumn[] {
  const drawn = drawnBy(plan);
  if (drawn.length === 0) return [];
  const others = columnRoles(profile).measures.filter(
    ({ name, distinct_count: distinct }) => distinct > 1 && drawn.every((measure) => measure.name !== name),
  );
  const columns = others.map(chartColumn);
  const names = columns.length > 1 ? measureNames(columns) : [];
  return columns.map((column, at) => ({ ...column, label: names[at] ?? column.label }));
}

/** The columns whose values a plan draws, apart from counts and columns of times. */
export function drawnBy(plan: ChartPlan): readonly ChartColumn[] {
  if (plan.kind === 'counts' || ('wide' in plan && plan.wide)) return [];
  if (plan.kind === 'lines') return plan.measures;
  if (plan.kind === 'points') return plan.isMap ? [] : [plan.across, plan.up];
  return plan.kind === 'bars' && plan.partner ? [plan.measure, plan.partner] : [plan.measure];
}

/** Plan of a line chart whose series can be ranked at one time. */
export type RankedPlan = LinesPlan & { entity: ChartColumn };

export function canRank(plan: ChartPlan): plan is RankedPlan {
  return plan.kind === 'lines' && plan.entity !== null;
}

/**
 * Plans the bars of all series of a line chart at one time, which is given by the values of its columns of times, or by the name of a column
 * that is called by it. `words` format the time, which the drawing states beside the measure.
 */
export function rankingPlan(plan: RankedPlan, time: readonly string[], words: ChartWords): BarsPlan {
  const { title, wide, entity, fixed, measures } = plan;
  const only = wide ? [] : timeColumns(plan.time).map((column, at) => ({ column, value: time[at] ?? '' }));
  const [measure] = measures as [ChartColumn];
  const name = wide ? (time[0] ?? '') : measure.name;
  const read = timePositions([wide?.find(({ column }) => column === name)?.text ?? time.join('|')], plan.time);
  const at = read ? labelsOf(read, words)(read.positions[0] ?? 0) : time.join(', ');
  const label = [measure.label, at].filter((text) => text !== '').join(', ');
  return {
    ...{ kind: 'bars', title, otherwise: null, category: entity, fixed, others: [], partner: null },
    only: [...plan.only, ...only],
    measure: { ...measure, name, label },
  };
}

/** Names of the columns that a chart is made from. */
export function columnsOf(plan: ChartPlan): string[] {
  if (plan.kind === 'histogram' || plan.kind === 'counts') return drawnBy(plan).map(({ name }) => name);
  const names = plan.only.map(({ column }) => column);
  const add = (...columns: readonly (ChartColumn | null)[]): void => {
    names.push(...columns.flatMap((column) => column?.name ?? []));
  };
  names.push(...(plan.wide ?? []).map(({ column }) => column));
  if (plan.kind === 'lines') {
    names.push(...timeColumns(plan.time), ...[plan.units?.column.name, plan.units?.scale].flatMap((it) => it ?? []));
    add(plan.entity, ...(plan.labels ?? []), ...plan.measures, ...plan.fixed);
  } else if (plan.kind === 'points') add(plan.across, plan.up, plan.name);
  else add(plan.category, plan.within ?? null, ...drawnBy(plan), ...plan.others, ...plan.fixed);
  return [...new Set(names)].filter((name) => name !== UNFOLDED.time && name !== UNFOLDED.value);
}

/** Columns that say the time of a record: of times, or of years and what divides them. */
export function timeColumns({ column, part }: TimeSource): string[] {
  return part ? [column, part.column] : [column];
}

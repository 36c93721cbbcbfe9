/* Charts other than the published one, which readers can ask for. */

import type { ProfileDocument } from '../contract/documents.ts';
import type { ChartColumn, ChartWords, TimeSource } from './chart-data.ts';
import type { BarsPlan } from './collect/collect-bars.ts';
import { type LinesPlan, timePositions } from './collect/collect-lines.ts';
import type { MeltedPlan } from './collect/collect-melted.ts';
import type { ChartPlan } from './collect-chart.ts';
import { chartColumn } from './rules/column-names.ts';
import { columnRoles } from './rules/column-roles.ts';
import { timeLabels } from './times.ts';

/** Measures that a reader can choose instead of those of a plan. */
export function otherMeasures(profile: ProfileDocument, plan: ChartPlan): ChartColumn[] {
  const drawn = drawnBy(plan);
  if (drawn.length === 0) return [];
  return columnRoles(profile)
    .measures.map(chartColumn)
    .filter(({ name }) => drawn.every((measure) => measure.name !== name));
}

/** The columns whose values a plan draws, apart from counts and columns of years. */
export function drawnBy(plan: ChartPlan): readonly ChartColumn[] {
  if (plan.kind === 'melted' || plan.kind === 'counts') return [];
  if (plan.kind === 'lines') return plan.measures;
  if (plan.kind === 'points') return plan.isMap ? [] : [plan.across, plan.up];
  return plan.kind === 'bars' && plan.partner ? [plan.measure, plan.partner] : [plan.measure];
}

/** Bars of a measure alone. */
const ALONE = { others: [], partner: null } as const;

/** Plan of a line chart whose series can be ranked at one time. */
export type RankedPlan = MeltedPlan | (LinesPlan & { entity: ChartColumn });

export function canRank(plan: ChartPlan): plan is RankedPlan {
  return plan.kind === 'melted' ? plan.names.length > 0 : plan.kind === 'lines' && plan.entity !== null;
}

/**
 * Plans the bars of all series of a line chart at one time, which is given by the values of its columns of times; for a table with a column
 * for each year, by the name of that column. `words` format the time, which the drawing states beside the measure.
 */
export function rankingPlan(plan: RankedPlan, time: readonly string[], { language, texts }: ChartWords): BarsPlan {
  const common = { kind: 'bars', title: plan.title, otherwise: null } as const;
  if (plan.kind === 'lines') {
    const only = [...plan.only, ...timeColumns(plan.time).map((column, at) => ({ column, value: time[at] ?? '' }))];
    const read = timePositions([time.join('|')], plan.time);
    const at = read ? timeLabels(read.kind, language, texts.quarter)(read.positions[0] ?? 0) : time.join(', ');
    const [measure] = plan.measures as [ChartColumn];
    const label = `${measure.label}, ${at}`;
    return { ...common, only, category: plan.entity, measure: { ...measure, label }, fixed: plan.fixed, ...ALONE };
  }
  const { only, names, years, measure, unit } = plan;
  const [name = ''] = time;
  const label = [measure, years.find(({ column }) => column === name)?.label].filter(Boolean).join(', ');
  const column: ChartColumn = { name, label, short: label, description: '', unit, format: null };
  return { ...common, only, category: names[0] as ChartColumn, measure: column, fixed: [], ...ALONE };
}

/** Names of the columns that a chart is made from. */
export function columnsOf(plan: ChartPlan): string[] {
  if (plan.kind === 'histogram' || plan.kind === 'counts') return drawnBy(plan).map(({ name }) => name);
  const names = plan.only.map(({ column }) => column);
  const add = (...columns: readonly (ChartColumn | null)[]): void => {
    names.push(...columns.flatMap((column) => column?.name ?? []));
  };
  if (plan.kind === 'melted') {
    names.push(...plan.years.map(({ column }) => column));
    add(...plan.names);
  } else if (plan.kind === 'lines') {
    names.push(...timeColumns(plan.time));
    add(plan.entity, ...(plan.labels ?? []), ...plan.measures, ...plan.fixed);
  } else if (plan.kind === 'points') add(plan.across, plan.up, plan.name);
  else add(plan.category, ...drawnBy(plan), ...plan.others, ...plan.fixed);
  return [...new Set(names)];
}

/** Columns that say the time of a record: of times, or of years and what divides them. */
export function timeColumns({ column, part }: TimeSource): string[] {
  return part ? [column, part.column] : [column];
}

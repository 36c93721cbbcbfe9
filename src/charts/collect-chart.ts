import type { ChartDocument } from '../contract/chart-document.ts';
import type { ChartRecord, ChartWords, ProfilePlan } from './chart-data.ts';
import { type BarsPlan, collectBars } from './collect/collect-bars.ts';
import { collectLines, drawable, type LinesPlan } from './collect/collect-lines.ts';
import { collectMelted, type MeltedPlan } from './collect/collect-melted.ts';
import { matching } from './collect/conditions.ts';
import { countsDocument, hasBinForEach, histogramDocument } from './collect/profile-chart.ts';
import { isSkewed } from './collect/skewed-bins.ts';

/** Plan of a chart that needs the records: its kind and columns. */
export type RecordsChartPlan = LinesPlan | MeltedPlan | BarsPlan;

export type ChartPlan = RecordsChartPlan | ProfilePlan;

/**
 * Makes the chart of a dataset in one pass over its records, in file order. If `records` is null, as it must be for more than `MAX_CHART_RECORDS`
 * records, or if the records do not fit the plan (for example, a time cannot be parsed), the chart is made from the profile alone. Returns
 * null if the profile is not suitable for a chart either.
 */
export function collectChart(
  plan: ChartPlan,
  records: Iterable<ChartRecord> | null,
  words: ChartWords,
): ChartDocument | null {
  if (plan.kind === 'histogram') {
    const values = records && needsRecords(plan) ? valuesOf(records, plan.measure.name) : null;
    return histogramDocument(plan, values, words);
  }
  if (plan.kind === 'counts') return countsDocument(plan, words);
  const whole = records && collect(plan, matching(records, plan.only), words);
  return whole ?? (plan.otherwise && collectChart(plan.otherwise, null, words));
}

/** Whether a chart is better if it is made from the records. */
export function needsRecords(plan: ChartPlan): boolean {
  if (plan.kind === 'histogram') return isSkewed(plan) && !hasBinForEach(plan);
  return plan.kind !== 'counts';
}

function valuesOf(records: Iterable<ChartRecord>, column: string): number[] {
  const values: number[] = [];
  for (const record of records) {
    const value = drawable(record[column]);
    if (value !== null) values.push(value);
  }
  return values;
}

/** Makes the chart from the records to draw; null if they do not fit the plan. */
function collect(plan: RecordsChartPlan, records: Iterable<ChartRecord>, words: ChartWords): ChartDocument | null {
  if (plan.kind === 'lines') return collectLines(plan, records, words);
  return plan.kind === 'melted' ? collectMelted(plan, records, words) : collectBars(plan, records, words);
}

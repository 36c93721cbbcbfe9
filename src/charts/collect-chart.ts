import type { ChartDocument } from '../contract/chart-document.ts';
import type { BarsPlan, ChartPlan, ChartRecord, ChartWords, Collector, LinesPlan, MeltedPlan } from './chart-data.ts';
import { collectBars } from './collect/collect-bars.ts';
import { collectLines } from './collect/collect-lines.ts';
import { collectMelted } from './collect/collect-melted.ts';
import { matches } from './collect/conditions.ts';
import { profileDocument } from './collect/profile-chart.ts';

/** Maximum number of records for a chart. If there are more, the chart is made from the profile alone. */
export const MAX_RECORDS = 200_000;

/**
 * Makes the chart of a dataset in one pass over its records, in file order. If `records` is null or has more than `MAX_RECORDS` entries,
 * or if the records do not fit the plan (for example, a time cannot be parsed), the chart is made from the profile alone. Returns null if
 * the profile is not suitable for a chart either.
 */
export function collectChart(
  plan: ChartPlan,
  records: Iterable<ChartRecord> | null,
  words: ChartWords,
): ChartDocument | null {
  if (plan.kind === 'histogram' || plan.kind === 'counts') return profileDocument(plan, words);
  const whole = records && collect(plan, records)?.end(words);
  return whole ?? (plan.otherwise && profileDocument(plan.otherwise, words));
}

/** Collects the records; null if there are too many. */
function collect(plan: LinesPlan | MeltedPlan | BarsPlan, records: Iterable<ChartRecord>): Collector | null {
  const collector = collectorOf(plan);
  let count = 0;
  for (const record of records) {
    count++;
    if (count > MAX_RECORDS) return null;
    if (matches(record, plan.only)) collector.add(record);
  }
  return collector;
}

function collectorOf(plan: LinesPlan | MeltedPlan | BarsPlan): Collector {
  if (plan.kind === 'lines') return collectLines(plan);
  return plan.kind === 'melted' ? collectMelted(plan) : collectBars(plan);
}

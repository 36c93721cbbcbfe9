import type { ChartDocument } from '../contract/chart-document.ts';
import type { BarsPlan, ChartPlan, ChartRecord, ChartWords, Collector, LinesPlan, MeltedPlan } from './chart-data.ts';
import { collectBars } from './collect/collect-bars.ts';
import { collectLines } from './collect/collect-lines.ts';
import { collectMelted } from './collect/collect-melted.ts';
import { matches } from './collect/conditions.ts';
import { profileDocument } from './collect/profile-chart.ts';

/** Maximum records that a chart is made from. Above it, the profile alone decides. */
export const MAX_RECORDS = 200_000;

/**
 * Makes the chart of a dataset from its records, in the order of the file, in one pass. Without records, or with more than `MAX_RECORDS`,
 * or if they do not fit the plan (a column of times holds another text), the chart is what the profile alone can show. Null if that is
 * nothing.
 *
 * Memory grows with the records, by at most some 50 bytes each.
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

/** What the records give; null if there are too many. */
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

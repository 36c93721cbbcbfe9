import type { ChartDocument } from '../contract/chart-document.ts';
import type { ChartColumn, ChartRecord, ChartWords } from './chart-data.ts';
import { type BarsPlan, collectBars } from './collect/collect-bars.ts';
import { drawable, type LinesPlan } from './collect/collect-lines.ts';
import { collectPoints, type PointsPlan } from './collect/collect-points.ts';
import { matching } from './collect/conditions.ts';
import { collectLines } from './collect/lines-document.ts';
import { countsDocument, hasBinForEach, histogramDocument } from './collect/profile-chart.ts';
import { isSkewed } from './collect/skewed-bins.ts';
import { unfoldTimes } from './collect/unfold-times.ts';
import type { ProfilePlan } from './rules/profile-plans.ts';
import { type NameValue, valueNames } from './rules/value-names.ts';
import { timeName } from './times.ts';

/** Plan of a chart that needs the records: its kind and columns. */
export type RecordsChartPlan = LinesPlan | BarsPlan | PointsPlan;

export type ChartPlan = RecordsChartPlan | ProfilePlan;

/**
 * Makes the chart of a dataset in one pass over its records, in file order. If `records` is null, as it must be for more than `MAX_CHART_RECORDS`
 * records, or if the records do not fit the plan (for example, a time cannot be parsed), the chart is made from the profile alone. Returns
 * null if the profile is not suitable for a chart either. Values that have labels, and codes of countries and languages, are called by
 * these names.
 */
export function collectChart(
  plan: ChartPlan,
  records: Iterable<ChartRecord> | null,
  words: ChartWords,
): ChartDocument | null {
  if (plan.kind === 'histogram') {
    const values =
      records && needsRecords(plan) && Array.from(records, (record) => drawable(record[plan.measure.name]));
    return histogramDocument(plan, values ? values.filter((value) => value !== null) : null, words);
  }
  if (plan.kind === 'counts') {
    const nameOf = valueNames(plan.column, words.language);
    const values = nameOf ? plan.values.map((it) => ({ ...it, label: nameOf(it.label) })) : plan.values;
    return countsDocument({ ...plan, values }, words);
  }
  const drawn = records && named(matching(records, plan.only), plan, words);
  const names = namedBy(plan).flatMap((column) => column?.name ?? []);
  if (plan.kind === 'lines' && plan.time.part) names.push(plan.time.column);
  const whole = drawn && collect(plan, plan.wide ? unfoldTimes(drawn, plan.wide, names) : drawn, words);
  return whole ?? (plan.otherwise && collectChart(plan.otherwise, null, words));
}

/** Whether a chart is better if it is made from the records. */
export function needsRecords(plan: ChartPlan): boolean {
  if (plan.kind === 'histogram') return isSkewed(plan) && !hasBinForEach(plan);
  return plan.kind !== 'counts';
}

/** Makes the chart from the records to draw; null if they do not fit the plan. */
function collect(plan: RecordsChartPlan, records: Iterable<ChartRecord>, words: ChartWords): ChartDocument | null {
  if (plan.kind === 'lines') {
    const nameOf = plan.entity && valueNames(plan.entity, words.language);
    return collectLines({ ...plan, show: plan.show?.map(nameOf ?? String) ?? null }, records, words);
  }
  if (plan.kind === 'points') return collectPoints(plan, records, words);
  const name = plan.wide && timeName('month', words.language);
  return collectBars(
    { ...plan, ...(name && { category: { ...plan.category, label: name, short: name } }) },
    records,
    words,
  );
}

/** The columns whose values are names in a chart. */
function namedBy(plan: RecordsChartPlan): readonly (ChartColumn | null)[] {
  if (plan.kind === 'points') return [plan.name];
  return plan.kind === 'lines' ? [plan.entity, ...plan.fixed] : [...plan.fixed, plan.category];
}

/** Replaces values that have labels, or are codes with names, by these, in the columns whose values are names in the chart. */
function* named(records: Iterable<ChartRecord>, plan: RecordsChartPlan, { language }: ChartWords) {
  const names = namedBy(plan).flatMap((column): [string, NameValue][] => {
    const nameOf = column && valueNames(column, language);
    return nameOf ? [[column.name, nameOf]] : [];
  });
  for (const record of records) {
    const changed: Record<string, string | number | null> = names.length > 0 ? { ...record } : record;
    for (const [column, nameOf] of names) {
      const value = record[column] ?? null;
      changed[column] = value === null ? null : nameOf(String(value));
    }
    yield changed;
  }
}

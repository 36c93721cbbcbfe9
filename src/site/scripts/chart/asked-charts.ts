import { chooseChart } from '../../../charts/choose-chart.ts';
import { timePositions } from '../../../charts/collect/collect-lines.ts';
import { type ChartPlan, collectChart, MAX_RECORDS } from '../../../charts/collect-chart.ts';
import { canRank, columnsOf, otherMeasures, rankingPlan, timeColumns } from '../../../charts/other-charts.ts';
import { timeLabels } from '../../../charts/times.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import type { AboutDocument, DatasetEntry, ProfileDocument } from '../../../contract/documents.ts';
import { datasetFile } from '../../../contract/routes.ts';
import type { Question } from '../../../query/question.ts';
import { firstSentence } from '../../../texts/sentences.ts';
import { askTable, openTable, type Place, readJson, readTexts, type Say } from '../rows/ask-table.ts';
import { type AskedCondition, comparisonsOf } from '../rows/asked-rows.ts';

/** What a reader chose to see instead of the published chart. What is empty is as published. */
export interface ChosenChart {
  /** Column of the measure. */
  y: string;
  /** Values of the time at which all series are ranked. */
  at: readonly string[];
  /** Names of the series that are shown as lines. */
  show: readonly string[];
}

export type AskedCharts = Awaited<ReturnType<typeof askedCharts>>;

const TYPES = { lines: 'line', bars: 'bar', histogram: 'histogram', counts: 'bar' } as const;

/** Makes charts of a dataset in the way in which the published one was made, from the rows that they need. */
export async function askedCharts(place: Place, published: ChartDocument, say: Say) {
  const { config, language } = place;
  const [texts, profile, about, entry] = await Promise.all([
    readTexts(place),
    readJson<ProfileDocument>(place, datasetFile('profile', config)),
    readJson<AboutDocument>(place, datasetFile('about', config)),
    readJson<DatasetEntry>(place, datasetFile('info', config)),
  ]);
  const words = { texts: texts.chart, language };
  const rules = planOf('');
  /** Charts with all series, by the column of their measure. */
  const wholes = new Map([['', Promise.resolve<ChartDocument | null>(published)]]);

  function planOf(y: string, type = about.chart?.type): ChartPlan | null {
    const chosen = { ...about.chart, ...(type ? { type } : {}), ...(y === '' ? {} : { y: [y] }) };
    const chart = Object.keys(chosen).length === 0 ? null : chosen;
    return chooseChart(profile, { ...about, chart }, firstSentence(entry.description));
  }

  async function ask(where: readonly AskedCondition[], question: Omit<Question, 'where'>) {
    const { columns } = await openTable(place);
    const all = comparisonsOf(where, columns);
    return all && askTable(place, texts, { where: { all }, ...question }, say);
  }

  const conditionsOf = (plan: ChartPlan | null): AskedCondition[] =>
    plan && 'only' in plan
      ? plan.only.map(({ column, value }) => ({ column, word: 'eq', values: [String(value)] }))
      : [];

  /** Null if the records do not fit the plan, or are too many for it. */
  async function make(plan: ChartPlan | null, where: readonly AskedCondition[] = []): Promise<ChartDocument | null> {
    if (!plan || !('only' in plan)) return plan && collectChart(plan, null, words);
    const rows = { columns: columnsOf(plan), limit: MAX_RECORDS };
    const answer = await ask([...conditionsOf(plan), ...where], { rows });
    if (!answer?.rows?.isWhole) return null;
    const records = answer.rows.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, it]) => [name, typeof it === 'bigint' ? Number(it) : it])),
    );
    return collectChart({ ...plan, otherwise: null }, records, words);
  }

  return {
    texts: texts.chart,
    measures: rules ? otherMeasures(profile, rules) : [],

    /** The times at which series can be ranked, the latest first, and the names of all series if the published chart may lack some. */
    async choices() {
      if (!rules || !canRank(rules)) return { times: [], names: null };
      if (rules.kind === 'melted') {
        return { times: rules.years.map(({ column, label }) => ({ label, values: [column] })).reverse(), names: null };
      }
      const answer = await ask(conditionsOf(rules), {
        groups: { by: timeColumns(rules.time), measures: [{ measure: 'count' }] },
        facets: [{ column: rules.entity.name, limit: Number.POSITIVE_INFINITY }],
      });
      const all = answer?.groups?.groups.filter(({ by }) => !by.includes(null)).map(({ by }) => by.map(String)) ?? [];
      const read = timePositions(
        all.map((values) => values.join('|')),
        rules.time,
      );
      const label = read && timeLabels(read.kind, language, words.texts.quarter);
      const times = all.map((values, at) => ({ values, at: read?.positions[at] ?? 0 })).sort((a, b) => b.at - a.at);
      return {
        times: label ? times.map(({ values, at }) => ({ label: label(at), values })) : [],
        names: answer?.facets?.[0]?.values.map(({ value }) => String(value)) ?? null,
      };
    },

    /** The chart that a reader chose; null if it cannot be drawn. A chart of lines may have more than the chosen ones. */
    async chartOf({ y, at, show }: ChosenChart): Promise<ChartDocument | null> {
      if (at.length > 0) {
        const plan = planOf(y, 'line');
        return plan && canRank(plan) ? make(rankingPlan(plan, at, words)) : null;
      }
      if (!wholes.has(y)) wholes.set(y, make(planOf(y, TYPES[published.kind])));
      const whole = (await wholes.get(y)) ?? null;
      if (whole && show.every((name) => whole.series.some((series) => series.name === name))) return whole;
      const plan = planOf(y, 'line');
      if (plan?.kind === 'melted') return make({ ...plan, show });
      if (plan?.kind !== 'lines' || !plan.entity) return whole;
      return make({ ...plan, show }, [{ column: plan.entity.name, word: 'in', values: show }]);
    },
  };
}

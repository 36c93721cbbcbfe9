import { chooseChart } from '../../../charts/choose-chart.ts';
import { timePositions } from '../../../charts/collect/collect-lines.ts';
import { type ChartPlan, collectChart, needsRecords } from '../../../charts/collect-chart.ts';
import { BODIES } from '../../../charts/draw-chart.ts';
import { canRank, columnsOf, drawnBy, otherMeasures, rankingPlan, timeColumns } from '../../../charts/other-charts.ts';
import { valueNames } from '../../../charts/rules/value-names.ts';
import { labelsOf } from '../../../charts/times.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import type { AboutDocument, DatasetEntry } from '../../../contract/documents.ts';
import { MAX_CHART_RECORDS } from '../../../contract/limits.ts';
import { datasetFile } from '../../../contract/routes.ts';
import type { AnswerValue, Question } from '../../../query/question.ts';
import { firstSentence } from '../../../texts/sentences.ts';
import { askTable, openTable, type Place, readProfile, readTexts, type Say } from '../asking/ask-table.ts';
import { type AskedCondition, comparisonsOf } from '../asking/asked-rows.ts';
import { element } from '../element.ts';
import { readJson } from '../read-json.ts';
import { type ChosenChart, joined, split } from './chosen-chart.ts';

export type AskedCharts = Awaited<ReturnType<typeof askedCharts>>;

/** Types of charts, as publishers name them, by kind; others are bars. */
const TYPES = { lines: 'line', panels: 'line', shares: 'line', histogram: 'histogram', points: undefined } as const;

/** Makes charts of a dataset in the way in which the published one was made, from the rows that they need. */
export async function askedCharts(place: Place, published: ChartDocument, say: Say) {
  const { config, prefix, language } = place;
  const [texts, profile, about, entry] = await Promise.all([
    readTexts(place),
    readProfile(place),
    readJson<AboutDocument>(prefix + datasetFile('about', config)),
    readJson<DatasetEntry>(prefix + datasetFile('info', config)),
  ]);
  const words = { texts: texts.chart, language };
  const rules = planOf('');
  /** Charts with all series, by the column of their measure. */
  const wholes = new Map<string, ChartDocument | null>([['', published]]);
  /** Values of the column of series, by the names that the chart gives them. Filled by `choices`. */
  const codes = new Map<string, string>();

  function planOf(y: string, type = about.chart?.type): ChartPlan | null {
    const chosen = { ...about.chart, ...(type ? { type } : {}), ...(y === '' ? {} : { y: [y] }) };
    const chart = Object.keys(chosen).length === 0 ? null : chosen;
    const plan = chooseChart(profile, { ...about, chart }, firstSentence(entry.description));
    // If the measure cannot be drawn, the rules choose another one.
    return y === '' || (plan && drawnBy(plan).some(({ name }) => name === y)) ? plan : null;
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
    if (!plan || !needsRecords(plan)) return plan && collectChart(plan, null, words);
    const rows = { columns: columnsOf(plan), limit: MAX_CHART_RECORDS };
    const answer = await ask([...conditionsOf(plan), ...where], { rows });
    // A histogram of the profile needs no rows.
    if (!answer?.rows?.isWhole) return 'only' in plan ? null : collectChart(plan, null, words);
    const named = plan.kind === 'bars' ? plan.category.name : plan.kind === 'lines' && plan.entity?.name;
    // Names keep all digits of whole numbers.
    const read = (name: string, it: AnswerValue) =>
      typeof it !== 'bigint' ? it : name === named ? String(it) : Number(it);
    const records = answer.rows.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, it]) => [name, read(name, it)])),
    );
    return collectChart('otherwise' in plan ? { ...plan, otherwise: null } : plan, records, words);
  }

  async function choices(): Promise<{ times: { label: string; values: string[] }[]; names: string[] | null }> {
    if (!rules || !canRank(rules)) return { times: [], names: null };
    const { wide } = rules;
    const answer = await ask(conditionsOf(rules), {
      ...(!wide && { groups: { by: timeColumns(rules.time), measures: [{ measure: 'count' }] } }),
      facets: [{ column: rules.entity.name, limit: Number.POSITIVE_INFINITY }],
    });
    const nameOf = valueNames(rules.entity, language) ?? String;
    for (const { value } of answer?.facets?.[0]?.values ?? []) codes.set(nameOf(String(value)), String(value));
    const ofRows = answer?.groups?.groups.filter(({ by }) => !by.includes(null)).map(({ by }) => by.map(String)) ?? [];
    const all = wide?.map(({ column }) => [column]) ?? ofRows;
    const read = timePositions(wide?.map(({ text }) => text) ?? all.map((values) => values.join('|')), rules.time);
    const label = read && labelsOf(read, words);
    const times = all.map((values, at) => ({ values, at: read?.positions[at] ?? 0 })).sort((a, b) => b.at - a.at);
    return {
      times: label ? times.map(({ values, at }) => ({ label: label(at), values })) : [],
      names: answer ? [...codes.keys()] : null,
    };
  }

  return {
    texts: texts.chart,
    bodies: BODIES,

    /**
     * Adds choices of the measure, and of the time at which series are ranked, the latest first. Resolves to the names of all series if the published
     * chart may lack some, otherwise to null.
     */
    async offer(
      tools: HTMLElement,
      { y, at }: ChosenChart,
      change: (chosen: Partial<ChosenChart>) => void,
    ): Promise<string[] | null> {
      const measures = rules ? otherMeasures(profile, rules).map(({ name, short }) => [name, short] as const) : [];
      const { times, names } = await choices();
      // The button may be pressed again meanwhile.
      if (tools.querySelector('select')) return names;
      const add = (
        label: string,
        [usual, options]: readonly [usual: string, options: readonly (readonly [value: string, text: string])[]],
        value: string,
        choose: (value: string) => Partial<ChosenChart>,
      ): void => {
        if (options.length === 0) return;
        const all = [['', usual] as const, ...options];
        const select = element('select', {}, ...all.map(([value, text]) => element('option', { value }, text)));
        select.value = value;
        select.addEventListener('change', () => change(choose(select.value)));
        tools.append(element('label', {}, label, ' ', select));
      };
      add(words.texts.measure, [published.measure ?? published.unit ?? '–', measures], y, (value) => ({ y: value }));
      const ranked = times.map(({ values, label }) => [joined(values), label] as const);
      add(words.texts.ranking, ['–', ranked], joined(at), (value) => ({ at: split(value) }));
      return names;
    },

    /** The chart that a reader chose; null if it cannot be drawn. A chart of lines may have more than the chosen ones. */
    async chartOf({ y, at, show: byColour }: ChosenChart): Promise<ChartDocument | null> {
      const show = byColour.filter(Boolean);
      if (at.length > 0) {
        const plan = planOf(y, 'line');
        return plan && canRank(plan) ? make(rankingPlan(plan, at, words)) : null;
      }
      const { kind } = published;
      const type = kind in TYPES ? TYPES[kind as keyof typeof TYPES] : 'bar';
      if (!wholes.has(y)) wholes.set(y, await make(planOf(y, type)));
      const whole = wholes.get(y) ?? null;
      if (whole && show.every((name) => whole.series.some((series) => series.name === name))) return whole;
      const plan = planOf(y, 'line');
      if (plan?.kind !== 'lines' || !plan.entity) return whole;
      if (codes.size === 0 && valueNames(plan.entity, language)) await choices();
      const values = show.map((name) => codes.get(name) ?? name);
      return make({ ...plan, show }, [{ column: plan.entity.name, word: 'in', values }]);
    },
  };
}

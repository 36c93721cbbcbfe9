import type { LinesPlan } from '../../../charts/collect/collect-lines.ts';
import { collectChart } from '../../../charts/collect-chart.ts';
import { chartColumn } from '../../../charts/rules/column-names.ts';
import type { ProfileColumn } from '../../../contract/documents.ts';
import type { Answer } from '../../../query/question.ts';
import type { Asking } from '../asking/ask-table.ts';
import { followReader, readoutOf } from '../chart/readout.ts';
import { element } from '../element.ts';

/** Name of the drawn values, which no column has. */
const VALUE = '';

/**
 * Draws the first measure of groups as lines over one of the columns that they are made by: one line, or one for each value of the other
 * column. Null if the values of `time` are not times.
 */
export function groupChart(
  { data, texts, profile }: Asking,
  title: string,
  [time, entity]: readonly [time: ProfileColumn, entity: ProfileColumn | undefined],
  by: readonly string[],
  { groups }: NonNullable<Answer['groups']>,
): HTMLElement | null {
  const measure = { name: VALUE, label: title, short: title, description: '', unit: null, format: null };
  const plan: LinesPlan = {
    kind: 'lines',
    title: profile.name,
    only: [],
    otherwise: null,
    time: { column: time.name, part: null, label: chartColumn(time).label },
    measures: [measure],
    entity: entity ? chartColumn(entity) : null,
    fixed: [],
    show: null,
    shown: 1,
  };
  const records = groups.map(({ by: keys, values: [value = null] }) => {
    const cells = keys.map((key, at) => [by[at] ?? '', key === null ? null : String(key)] as const);
    return Object.fromEntries([...cells, [VALUE, value === null ? null : Number(value)]]);
  });
  const { language } = data;
  const chart = collectChart(plan, records, { texts: texts.chart, language });
  if (!chart) return null;
  const plot = element('div', { 'class': 'chart-plot', 'data-label': `${title}. ${texts.chart.keys}` });
  const spoken = element('p', { 'class': 'visually-hidden', 'aria-live': 'polite' });
  const settings = { source: '', license: null, language, texts: texts.chart, id: 'groups' } as const;
  const readout = readoutOf(plot, spoken, chart, settings);
  readout.redraw(chart);
  followReader(plot, async () => readout);
  const rule = element('p', { class: 'chart-rule' }, chart.caption);
  return element(
    'div',
    { class: 'chart-figure' },
    element('h3', {}, title),
    element('figure', {}, plot, element('figcaption', {}, rule)),
    spoken,
  );
}

import { chartTable } from '../../../charts/chart-table.ts';
import type { ChartDocument } from '../../../contract/chart-document.ts';
import { element } from '../element.ts';

/** Writes the table and the caption of a chart anew; the summary was about other series. */
export function rewriteTexts(figure: HTMLElement, chart: ChartDocument, format: (value: number) => string): void {
  const rule = figure.querySelector('.chart-rule');
  const table = figure.querySelector<HTMLTableElement>('.chart-data table');
  if (rule) rule.textContent = chart.caption;
  figure.querySelector('.chart-summary')?.remove();
  if (!table) return;
  const { head, rows: lines } = chartTable(chart);
  table.tHead?.replaceChildren(element('tr', {}, ...head.map((name) => element('th', { scope: 'col' }, name))));
  table.tBodies[0]?.replaceChildren(
    ...lines.map(({ label, values }) => {
      const cells = values.map((value) => element('td', {}, value === null ? '–' : format(value)));
      return element('tr', {}, element('th', { scope: 'row' }, label), ...cells);
    }),
  );
}

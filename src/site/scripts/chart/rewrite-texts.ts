import type { ChartDocument } from '../../charts/chart-data.ts';
import { chartTable } from '../../charts/chart-table.ts';
import { make } from './elements.ts';

/** Writes the table and the caption of a chart anew; the summary was about other series. */
export function rewriteTexts(figure: HTMLElement, chart: ChartDocument, format: (value: number) => string): void {
  const rule = figure.querySelector('.chart-rule');
  const table = figure.querySelector<HTMLTableElement>('.chart-data table');
  if (rule) rule.textContent = chart.caption;
  figure.querySelector('.chart-summary')?.remove();
  if (!table) return;
  const { head, rows: lines } = chartTable(chart);
  const cell = (name: 'th' | 'td', text: string, scope = ''): HTMLElement => {
    const made = make(name, '');
    made.textContent = text;
    if (scope) made.setAttribute('scope', scope);
    return made;
  };
  const row = (cells: HTMLElement[]): HTMLElement => {
    const made = make('tr', '');
    made.append(...cells);
    return made;
  };
  table.tHead?.replaceChildren(row(head.map((name) => cell('th', name, 'col'))));
  table.tBodies[0]?.replaceChildren(
    ...lines.map(({ label, values }) =>
      row([cell('th', label, 'row'), ...values.map((value) => cell('td', value === null ? '–' : format(value)))]),
    ),
  );
}

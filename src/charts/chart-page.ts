import type { ChartDocument, ChartPage } from '../contract/chart-document.ts';
import { fill } from '../texts/fill-text.ts';
import { intlNumbers } from '../texts/intl-formats.ts';
import type { ChartWords } from './chart-data.ts';
import { chartTable } from './chart-table.ts';
import { drawChart } from './draw-chart.ts';
import { type DrawOptions, NARROW_SIZE } from './drawing/frame.ts';
import { plainUnit } from './numbers.ts';

/** Makes the parts of a page's chart section that are not in the chart's files: the narrow drawing, and the table with its note. */
export function chartPage(
  document: ChartDocument,
  options: Omit<DrawOptions, 'width' | 'height'> & ChartWords,
): ChartPage {
  const { measure, unit } = document;
  const { language } = options;
  const { head, rows, step, count } = chartTable(document, language);
  const written = (number: number): string => intlNumbers(language).format(number);
  const what = [measure, plainUnit(unit, language).unit].filter((part) => part !== null).join(', ');
  const left = rows.length < count ? fill(options.texts.thinned, { step: written(step), count: written(count) }) : '';
  return {
    narrow: drawChart(document, { ...options, ...NARROW_SIZE, id: 'chart-narrow' }),
    note: [what, left].filter((part) => part !== '').join('. '),
    head,
    rows,
  };
}

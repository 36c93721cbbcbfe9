import type { ChartDocument, ChartPage } from '../contract/chart-document.ts';
import { fill } from '../texts/fill-text.ts';
import { intlNumbers } from '../texts/intl-formats.ts';
import type { ChartWords } from './chart-data.ts';
import { chartTable } from './chart-table.ts';
import { drawChart } from './draw-chart.ts';
import { type DrawOptions, headingOf, NARROW_SIZE, subtitle, WIDE_BARE } from './drawing/frame.ts';

/** Makes the parts of a page's chart section that are not in the chart's files. `title` is the title of the dataset. */
export function chartPage(
  document: ChartDocument,
  title: string,
  options: Omit<DrawOptions, 'width' | 'height'> & ChartWords,
): Omit<ChartPage, 'hasPicture' | 'others'> {
  const { language } = options;
  const { head, rows, step, count } = chartTable(document, language);
  const written = (number: number): string => intlNumbers(language).format(number);
  const what = subtitle({ ...document, title: '' }, language);
  const left = rows.length < count ? fill(options.texts.thinned, { step: written(step), count: written(count) }) : '';
  return {
    ...headingOf(document, title, language),
    drawings: [WIDE_BARE, NARROW_SIZE].map((size) => drawChart(document, { ...options, ...size })),
    note: [what, left].filter((part) => part !== '').join('. '),
    head,
    rows,
  };
}

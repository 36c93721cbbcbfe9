import type { DrawOptions } from '../../charts/drawing/frame.ts';

/** What a page says to the script of its chart: how it is drawn, and texts in the page's language. */
export type ChartSettings = Omit<DrawOptions, 'width' | 'height' | 'texts'> & {
  texts: DrawOptions['texts'] & { noValue: string; failed: string; search: string };
};

import type { Texts } from '../../texts/english.ts';

/** Data that a page passes to its chart script: how to draw the chart, and texts in the page's language. */
export interface ChartSettings {
  source: string;
  license: string | null;
  direction: 'ltr' | 'rtl';
  language: string;
  texts: Pick<Texts['chart'], 'source' | 'licence' | 'quarter' | 'rows' | 'noValue' | 'failed' | 'search'>;
}

import type { Texts } from '../../texts/english.ts';

/** Data for the script of a page's chart: how it is drawn, and texts in the page's language. */
export interface ChartSettings {
  source: string;
  license: string | null;
  direction: 'ltr' | 'rtl';
  language: string;
  texts: Pick<Texts['chart'], 'source' | 'licence' | 'quarter' | 'rows' | 'noValue' | 'failed' | 'search'>;
}

import type { Texts } from '../../texts/english.ts';

/** What a page says to the script of its chart: how it is drawn, and texts in the page's language. */
export interface ChartSettings {
  source: string;
  license: string | null;
  direction: 'ltr' | 'rtl';
  language: string;
  texts: Pick<Texts['chart'], 'source' | 'licence' | 'quarter' | 'rows' | 'noValue' | 'failed' | 'search'>;
}

import type { Texts } from '../../texts/english.ts';
import type { RowsData } from './rows-data.ts';

/** Data that a page passes to its chart script: how to draw the chart, and texts in the page's language. */
export interface ChartSettings extends Pick<RowsData, 'config' | 'prefix' | 'language'> {
  /** Title of the dataset. */
  title: string;
  source: string;
  license: string | null;
  /** Whether to offer other charts than the published one, which are made from its rows. */
  canAsk: boolean;
  texts: Pick<Texts['chart'], 'source' | 'licence' | 'quarter' | 'rows' | 'noValue' | 'failed' | 'search' | 'more'>;
}

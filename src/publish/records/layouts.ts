import type { Site } from '../../contract/routes.ts';
import { CHUNKS } from './chunk-writer.ts';
import { PAGES } from './page-writer.ts';
import type { RecordFormat } from './record-writer.ts';

/** The format from which a site's pages are read. */
export function pageFormat({ layout }: Pick<Site, 'layout'>): RecordFormat {
  return layout === 'packed' ? CHUNKS : PAGES;
}

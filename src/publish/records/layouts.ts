import type { Site } from '../../contract/routes.ts';
import { CHUNKS } from './chunk-writer.ts';
import { PAGES } from './page-writer.ts';
import type { RecordFormat } from './record-writer.ts';

/** Format in which a site's records are stored: one file per page, or chunks from which pages are cut on request. */
export function pageFormat({ layout }: Pick<Site, 'layout'>): RecordFormat {
  return layout === 'packed' ? CHUNKS : PAGES;
}

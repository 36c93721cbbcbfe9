import type { Site } from '../../contract/routes.ts';
import { CHUNKS } from './chunk-writer.ts';
import { PAGES } from './page-writer.ts';
import type { RecordFormat } from './record-writer.ts';

/** Format in which a site's pages of records are stored: as files or as chunks. */
export function pageFormat({ layout }: Pick<Site, 'layout'>): RecordFormat {
  return layout === 'packed' ? CHUNKS : PAGES;
}

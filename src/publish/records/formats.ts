import type { Site } from '../../contract/routes.ts';
import type { DownloadFormat, Output } from '../../model.ts';
import { CSV } from '../downloads/csv.ts';
import { NDJSON } from '../downloads/ndjson.ts';
import { CHUNKS } from './chunk-writer.ts';
import { leastCommonMultiple } from './least-common-multiple.ts';
import { PAGES } from './page-writer.ts';
import type { PartPlace, RecordFormat, RecordPages, RecordWriter } from './record-writer.ts';

const DOWNLOADED: Readonly<Record<DownloadFormat, RecordFormat>> = { csv: CSV, ndjson: NDJSON };

/** The formats in which a site publishes the records of each dataset. */
export function formatsOf({ layout, formats = [] }: Site): readonly RecordFormat[] {
  return [layout === 'packed' ? CHUNKS : PAGES, ...formats.map((format) => DOWNLOADED[format])];
}

/** Makes the writers of one part, one for each format. */
export function openWriters(output: Output, pages: RecordPages, place: PartPlace): RecordWriter[] {
  return formatsOf(pages.site).map((format) => format.open(output, pages, place));
}

/** The smallest number of records such that, in every format, a part may begin at each of its multiples. */
export function alignmentOf(site: Site): number {
  return formatsOf(site)
    .map((format) => format.alignment(site))
    .reduce(leastCommonMultiple, 1);
}

import type { Site } from '../contract/routes.ts';
import type { Dataset, DownloadFormat, Output } from '../model.ts';
import { CSV } from './downloads/csv.ts';
import { NDJSON } from './downloads/ndjson.ts';
import { PARQUET } from './downloads/parquet/parquet.ts';
import { XLSX } from './downloads/xlsx/xlsx.ts';
import { CHUNKS } from './records/chunk-writer.ts';
import { PAGES } from './records/page-writer.ts';
import type { PartPlace, RecordFormat, RecordPages, RecordWriter } from './records/record-writer.ts';

const DOWNLOADED: Readonly<Record<DownloadFormat, RecordFormat>> = {
  csv: CSV,
  ndjson: NDJSON,
  parquet: PARQUET,
  xlsx: XLSX,
};

/** Formats in which a site publishes records: one file per page, or chunks from which pages are cut; then its download formats. */
export function formatsOf(site: Site): readonly RecordFormat[] {
  return [site.layout === 'packed' ? CHUNKS : PAGES, ...(site.formats ?? []).map((format) => DOWNLOADED[format])];
}

/** Returns the site with only the download formats that a dataset fits into. */
export function siteFor(dataset: Dataset, site: Site): Site {
  return { ...site, formats: (site.formats ?? []).filter((format) => DOWNLOADED[format].fits?.(dataset) ?? true) };
}

/** Opens the writers of one part, one for each format. */
export function openWriters(output: Output, pages: RecordPages, place: PartPlace): RecordWriter[] {
  return formatsOf(pages.site).map((format) => format.open(output, pages, place));
}

/** Parts may start at multiples of this number of records: those of the pages or chunks. Downloads may be divided anywhere. */
export function alignmentOf(site: Site): number {
  return Math.max(...formatsOf(site).map((format) => format.alignment?.(site) ?? 1));
}

/** Number of records that parts should have in the formats of the site. `columns` is the number of columns. */
export function partRecordsOf(site: Site, columns: number): number {
  return Math.max(...formatsOf(site).map((format) => format.partRecords?.(columns) ?? 0));
}

import type { Site } from '../contract/routes.ts';
import type { Dataset, DownloadFormat, Output } from '../model.ts';
import { CSV } from './downloads/csv.ts';
import { NDJSON } from './downloads/ndjson.ts';
import { PARQUET } from './downloads/parquet/parquet.ts';
import { XLSX } from './downloads/xlsx/xlsx.ts';
import { pageFormat } from './records/layouts.ts';
import { leastCommonMultiple } from './records/least-common-multiple.ts';
import type { PartPlace, RecordFormat, RecordPages, RecordWriter } from './records/record-writer.ts';

const DOWNLOADED: Readonly<Record<DownloadFormat, RecordFormat>> = {
  csv: CSV,
  ndjson: NDJSON,
  parquet: PARQUET,
  xlsx: XLSX,
};

/** The formats in which a site publishes the records of each dataset. */
export function formatsOf(site: Site): readonly RecordFormat[] {
  return [pageFormat(site), ...(site.formats ?? []).map((format) => DOWNLOADED[format])];
}

/** A site with only those of its formats that can hold a dataset. */
export function siteFor(dataset: Dataset, site: Site): Site {
  return { ...site, formats: (site.formats ?? []).filter((format) => DOWNLOADED[format].fits?.(dataset) ?? true) };
}

/** Whether one thread must write a whole dataset. The site has only the formats that can hold it. */
export function isOnePiece(site: Site): boolean {
  return formatsOf(site).some((format) => format.isOnePiece);
}

/** Makes the writers of one part, one for each format. */
export function openWriters(output: Output, pages: RecordPages, place: PartPlace): RecordWriter[] {
  return formatsOf(pages.site).map((format) => format.open(output, pages, place));
}

/** The smallest number of records at whose multiples a part may begin in every format, for a table with a number of columns. */
export function alignmentOf(site: Site, columns: number): number {
  return formatsOf(site)
    .map((format) => format.alignment(site, columns))
    .reduce(leastCommonMultiple, 1);
}

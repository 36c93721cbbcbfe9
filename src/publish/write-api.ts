import { headLines } from '../contract/page-layout.ts';
import { datasetFile, LOGO_FILE, type Site, TEXTS_FILE, THEME_FILE } from '../contract/routes.ts';
import type { Catalogue, Dataset, ListedDataset, Output } from '../model.ts';
import { DESCRIPTIONS, encodeDownloads, encodeEntry, encodeTexts, pageHead } from './encode-documents.ts';
import { formatsOf, siteFor } from './formats.ts';
import { recordFeed } from './records/encode-record.ts';
import { pageWriter } from './records/page-writer.ts';
import type { PartSummary, RecordPages } from './records/record-writer.ts';

/** Writes the files that describe a dataset. */
export function writeDescriptions(dataset: Dataset, output: Output): void {
  for (const [file, encode] of Object.entries(DESCRIPTIONS)) {
    output.write(datasetFile(file as keyof typeof DESCRIPTIONS, dataset.config), encode(dataset));
  }
}

/** Data shared by all record pages of a dataset. Its `site` has only the formats that the dataset fits into. */
export function recordPages(dataset: Dataset, site: Site): RecordPages {
  const { config, rowCount, profiles } = dataset;
  const collection = { kind: 'records', config } as const;
  return {
    site: siteFor(dataset, site),
    collection,
    count: rowCount,
    head: headLines(pageHead(dataset)),
    columns: profiles.map(({ name, type, statistics, distribution: { lengths } }) => ({
      ...{ name, type },
      longest: lengths?.max ?? (statistics ? Math.max(statistics.min.length, statistics.max.length) : 0),
    })),
  };
}

/** Writes the files that depend on all parts of a dataset's records. `parts` contains the summaries of each part, one per format. */
export function joinRecords(
  dataset: Dataset,
  parts: readonly (readonly PartSummary[])[],
  output: Output,
  site: Site,
): void {
  const downloads = formatsOf(siteFor(dataset, site)).flatMap((format, index) => {
    const summaries = parts.map((part) => part[index] as PartSummary);
    return format.join(dataset, summaries, output, site) ?? [];
  });
  output.write(datasetFile('downloads', dataset.config), encodeDownloads(dataset, downloads, site));
}

/**
 * Writes the list of all datasets, one list per category, and any logo, style sheet and texts. The lists keep the order of `datasets`.
 */
export function writeCatalogue(
  catalogue: Catalogue,
  datasets: readonly ListedDataset[],
  output: Output,
  site: Site,
): void {
  const { logo, theme, texts } = catalogue;
  if (logo !== null) output.write(LOGO_FILE, logo);
  if (theme !== null) output.write(THEME_FILE, theme);
  if (texts.home !== null || texts.pages.length > 0) output.write(TEXTS_FILE, encodeTexts(texts));
  for (const category of [null, ...catalogue.categories.map(({ name }) => name)]) {
    const listed = datasets.filter((dataset) => category === null || dataset.category === category);
    const collection = { kind: 'datasets', category } as const;
    const pages = pageWriter(output, { site, collection, count: listed.length, head: '' });
    const feed = recordFeed([pages]);
    for (const dataset of listed) feed.add(encodeEntry(dataset));
    feed.flush();
    pages.end(true);
  }
}

import type { Catalogue, Dataset, ListedDataset, Output, RecordBlock } from '../model.ts';
import { encodeEntry, encodeIndex, encodeQuality, encodeSchema, recordEncoder } from './encode-json.ts';
import type { RecordPages } from './field-pages.ts';
import { headLine } from './page-layout.ts';
import { Paginator } from './paginate.ts';
import { INDEX_FILE, infoFile, qualityFile, type Site, schemaFile } from './routes.ts';

/** Writes what describes a dataset: info, schema, quality. */
export function writeDescriptions(dataset: Dataset, output: Output): void {
  const { config } = dataset;
  output.write(infoFile(config), `${encodeEntry(dataset)}\n`);
  output.write(schemaFile(config), encodeSchema(dataset));
  output.write(qualityFile(config), encodeQuality(dataset));
}

/** Writes every page of a dataset's records, which are read once, as they come. */
export function writeRecords(dataset: Dataset, blocks: Iterable<RecordBlock>, output: Output, site: Site): void {
  const { config, count, head } = recordPages(dataset, site);
  const pages = new Paginator(output, site, { kind: 'records', config }, count, head);
  const encode = recordEncoder(dataset.profiles);
  for (const { records } of blocks) {
    for (const record of records) pages.add(encode(record));
  }
  pages.finish();
}

/** What is the same on all pages of a dataset's records. */
export function recordPages(
  { config, source, description, url, category, rowCount }: Dataset,
  site: Site,
): RecordPages {
  const head = Object.entries({ source, description, url, category }).map(([name, value]) => headLine(name, value));
  return { site, config, count: rowCount, head: head.join('') };
}

/** Writes the index and the lists: of all datasets, and of each category's. `datasets` are in the order of the lists. */
export function writeCatalogue(
  catalogue: Catalogue,
  datasets: readonly ListedDataset[],
  output: Output,
  site: Site,
): void {
  output.write(INDEX_FILE, encodeIndex(catalogue, datasets, site));
  for (const category of [null, ...catalogue.categories.map(({ name }) => name)]) {
    const listed = datasets.filter((dataset) => category === null || dataset.category === category);
    const pages = new Paginator(output, site, { kind: 'datasets', category }, listed.length, '');
    for (const dataset of listed) pages.add(encodeEntry(dataset));
    pages.finish();
  }
}

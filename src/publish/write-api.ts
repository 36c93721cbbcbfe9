import { headLines } from '../contract/page-text.ts';
import { chunkIndexFile, INDEX_FILE, infoFile, qualityFile, type Site, schemaFile } from '../contract/routes.ts';
import type { Catalogue, Dataset, ListedDataset, Output, RecordBlock } from '../model.ts';
import {
  type EncodedColumn,
  encodeChunkIndex,
  encodeEntry,
  encodeIndex,
  encodeQuality,
  encodeSchema,
  pageHead,
  recordEncoder,
} from './encode-documents.ts';
import { ChunkWriter } from './records/chunk-writer.ts';
import type { RecordPages } from './records/field-pages.ts';
import { PageWriter } from './records/page-writer.ts';

/** Writes what describes a dataset: info, schema, quality. */
export function writeDescriptions(dataset: Dataset, output: Output): void {
  const { config } = dataset;
  output.write(infoFile(config), `${encodeEntry(dataset)}\n`);
  output.write(schemaFile(config), encodeSchema(dataset));
  output.write(qualityFile(config), encodeQuality(dataset));
}

/**
 * Writes a dataset's records, which are read once, as they come: every page of them, or chunks and what these are found by. `columns` are
 * in their order in the file.
 */
export function writeRecords(
  dataset: Dataset,
  columns: readonly EncodedColumn[],
  blocks: Iterable<RecordBlock>,
  output: Output,
  site: Site,
): void {
  const pages = recordPages(dataset, site);
  const collection = { kind: 'records', config: pages.config } as const;
  const packer = site.layout === 'packed' ? new ChunkWriter(output, pages, 0) : null;
  const written = packer ?? new PageWriter(output, site, collection, pages.count, pages.head);
  const encode = recordEncoder(columns);
  for (const { records } of blocks) {
    for (const record of records) written.add(encode(record));
  }
  written.finish();
  if (packer) writeChunkIndex(dataset, packer.firsts, output, site);
}

/** Writes what a dataset's chunks are found by; `firsts` are the numbers of their first records, from 0, in order. */
export function writeChunkIndex(dataset: Dataset, firsts: readonly number[], output: Output, site: Site): void {
  output.write(chunkIndexFile(dataset.config), encodeChunkIndex(dataset, firsts, site));
}

/** What is the same on all pages of a dataset's records. */
export function recordPages(dataset: Dataset, site: Site): RecordPages {
  const { config, rowCount } = dataset;
  return { site, config, count: rowCount, head: headLines(pageHead(dataset)) };
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
    const pages = new PageWriter(output, site, { kind: 'datasets', category }, listed.length, '');
    for (const dataset of listed) pages.add(encodeEntry(dataset));
    pages.finish();
  }
}

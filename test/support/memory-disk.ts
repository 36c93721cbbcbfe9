import { createHash } from 'node:crypto';
import type { Site } from '../../src/contract/routes.ts';
import { NO_DETAILS } from '../../src/discover/sidecar/read-sidecar.ts';
import { undescribedColumn } from '../../src/discover/sidecar/undescribed-column.ts';
import type { Catalogue, Dataset, ListingOutput, ReadPublished } from '../../src/model.ts';
import { finishApi } from '../../src/pipeline/editions/finish-api.ts';
import { openWriters } from '../../src/publish/formats.ts';
import { recordEncoder, recordFeed } from '../../src/publish/records/encode-record.ts';
import { joinRecords, recordPages, writeCatalogue, writeDescriptions } from '../../src/publish/write-api.ts';
import type { Bytes } from '../../src/serve/body.ts';
import { digestTag } from '../../src/serve/conditional.ts';
import { memoryOutput } from './builds/memory-output.ts';
import { PLAIN_CATALOGUE } from './tables/plain-catalogue.ts';
import { PLAIN_FORMAT } from './tables/plain-format.ts';
import { TEXT_COLUMN } from './tables/text-column.ts';

/** Published files in memory, by path. */
export class MemoryDisk implements ListingOutput {
  readonly #output = memoryOutput();
  readonly write = this.#output.write;
  readonly part = this.#output.part;
  readonly joinParts = this.#output.joinParts;
  readonly zlib = this.#output.zlib;
  readonly files = this.#output.files;
  readonly written = this.#output.written;
  /** Paths that were read, in order. */
  readonly asked: string[] = [];

  readonly read: ReadPublished = async (path) => {
    this.asked.push(path);
    const text = this.files.get(path);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };

  /** Reads a file as a host does whose disk need not be waited for. */
  readonly readNow = (path: string): { bytes: Bytes; etag: string } | undefined => {
    this.asked.push(path);
    const bytes = new TextEncoder().encode(this.files.get(path) ?? '');
    if (bytes.length === 0) return undefined;
    return { bytes, etag: digestTag(createHash('sha256').update(bytes).digest()) };
  };
}

/** A table of one column of texts. */
export interface Table {
  config: string;
  category: string;
  description?: string;
  formerly?: readonly string[];
  texts: readonly string[];
}

/** JSON of a record with a text. */
export function recordOf(text: string): string {
  return JSON.stringify({ text });
}

/** Publishes tables as a build does. They must be ordered by config. */
export function publishTables(tables: readonly Table[], site: Site, more: Partial<Catalogue> = {}): MemoryDisk {
  const disk = new MemoryDisk();
  const datasets = tables.map((table) => datasetOf(table));
  for (const [index, { texts }] of tables.entries()) {
    const dataset = datasets[index] as Dataset;
    writeDescriptions(dataset, disk);
    const writers = openWriters(disk, recordPages(dataset, site), { number: 0, firstRow: 0 });
    const encode = recordEncoder([{ name: 'text', toJson: JSON.stringify }]);
    const feed = recordFeed(writers);
    for (const text of texts) feed.add(encode([text]));
    feed.flush();
    joinRecords(dataset, [writers.map((writer) => writer.end(true))], disk, site);
  }
  const categories = [...new Set(tables.map(({ category }) => category))].map((name) => ({
    name,
    title: name,
    description: '',
  }));
  const catalogue = { ...PLAIN_CATALOGUE, title: 'Memory', categories, ...more };
  writeCatalogue(catalogue, datasets, disk, site);
  finishApi(catalogue, datasets, disk, { site });
  return disk;
}

function datasetOf({ config, category, description = 'Texts.', formerly = [], texts }: Table): Dataset {
  return {
    config,
    category,
    formerly,
    name: `Title of ${config}`,
    description,
    source: 'Nobody',
    url: 'https://example.org/',
    license: 'CC0 1.0',
    about: NO_DETAILS,
    format: PLAIN_FORMAT,
    rowCount: texts.length,
    columns: new Map([[TEXT_COLUMN.name, { ...undescribedColumn(PLAIN_FORMAT), labels: { a: 'The first' } }]]),
    editions: {},
    keyColumns: null,
    hints: [],
    profiles: [TEXT_COLUMN],
  };
}

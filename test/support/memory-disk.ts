import type { Site } from '../../src/contract/routes.ts';
import type { Dataset, Output, ReadPublished, RecordBlock } from '../../src/model.ts';
import { writeCatalogue, writeDescriptions, writeRecords } from '../../src/publish/write-api.ts';
import { memoryOutput } from './builds/memory-output.ts';
import { PLAIN_FORM } from './tables/plain-format.ts';

/** Published files in memory, by path. */
export class MemoryDisk implements Output {
  readonly #output = memoryOutput();
  readonly write = this.#output.write;
  readonly part = this.#output.part;
  readonly files = this.#output.files;
  /** Paths that were read, in order. */
  readonly asked: string[] = [];

  readonly read: ReadPublished = async (path) => {
    this.asked.push(path);
    const text = this.files.get(path);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
}

/** A table of one column of texts. */
export interface Table {
  config: string;
  category: string;
  description?: string;
  texts: readonly string[];
}

/** JSON of a record with a text. */
export function recordOf(text: string): string {
  return JSON.stringify({ text });
}

/** Publishes tables as a build does. They must be ordered by config. */
export function publishTables(tables: readonly Table[], site: Site): MemoryDisk {
  const disk = new MemoryDisk();
  const datasets = tables.map((table) => datasetOf(table));
  for (const [index, { texts }] of tables.entries()) {
    const block: RecordBlock = {
      records: texts.map((text) => [text]),
      placeOf: () => ({ line: 1, column: 1, excerpt: '' }),
    };
    writeDescriptions(datasets[index] as Dataset, disk);
    writeRecords(datasets[index] as Dataset, [{ name: 'text', toJson: JSON.stringify }], [block], disk, site);
  }
  const categories = [...new Set(tables.map(({ category }) => category))].map((name) => ({
    name,
    title: name,
    description: '',
  }));
  const catalogue = { title: 'Memory', description: '', publisher: null, contact: null, license: null, categories };
  writeCatalogue(catalogue, datasets, disk, site);
  return disk;
}

function datasetOf({ config, category, description = 'Texts.', texts }: Table): Dataset {
  return {
    config,
    category,
    name: `Title of ${config}`,
    description,
    source: 'Nobody',
    url: 'https://example.org/',
    license: 'CC0 1.0',
    format: PLAIN_FORM,
    rowCount: texts.length,
    columns: new Map(),
    hints: [],
    profiles: [
      {
        name: 'text',
        type: 'object',
        nullCount: 0,
        nullSpellings: new Map(),
        samples: [],
        statistics: null,
        numberFormats: [],
        thousandsPoints: null,
        firstMismatch: null,
        firstNonNumeric: null,
        contradiction: null,
        evidence: null,
        suspicious: null,
        firstForbiddenNull: null,
      },
    ],
  };
}

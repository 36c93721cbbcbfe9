import type { DatasetSummary, IndexDocument } from '../contract/documents.ts';
import { Dataset } from './dataset.ts';
import { AlmanacError } from './errors.ts';
import type { Service } from './service.ts';

/** An opened catalogue. */
export class Catalogue {
  /** @internal */
  readonly service: Service;
  /** Config name in the URL that opened the catalogue; null if the URL names no dataset. */
  readonly #config: string | null;

  /** @internal */
  constructor(service: Service, config: string | null) {
    this.service = service;
    this.#config = config;
  }

  /** Prefix of the URLs of all files. Ends in `/`. */
  get url(): string {
    return this.service.prefix;
  }

  /** The catalogue's index, with its title, categories and datasets. */
  get index(): IndexDocument {
    return this.service.index;
  }

  /** The datasets, sorted by config name. */
  get datasets(): readonly DatasetSummary[] {
    return this.index.datasets;
  }

  /** Returns a dataset by its config name, which may be left out if the catalogue was opened with the URL of a dataset. */
  dataset(config: string | null = this.#config): Dataset {
    if (config === null) {
      throw new AlmanacError('The URL does not name a dataset: pass a config name.', { type: 'unknown-dataset' });
    }
    this.service.summary(config);
    return new Dataset(this.service, config);
  }
}

import type { DatasetSummary, IndexDocument } from '../contract/documents.ts';
import { Dataset } from './dataset.ts';
import { AlmanacError } from './errors.ts';
import type { Service } from './service.ts';

/** A catalogue that was opened. */
export class Catalogue {
  readonly #service: Service;
  readonly #config: string | null;

  /**
   * `config` is the dataset that the catalogue's URL named; null if it named none.
   *
   * @internal
   */
  constructor(service: Service, config: string | null) {
    this.#service = service;
    this.#config = config;
  }

  /** What the URL of every file begins with; ends in `/`. */
  get url(): string {
    return this.#service.prefix;
  }

  /** The catalogue's index, with its title, its categories and its datasets. */
  get index(): IndexDocument {
    return this.#service.index;
  }

  /** Its datasets, in the order of the lists. */
  get datasets(): readonly DatasetSummary[] {
    return this.index.datasets;
  }

  /** A dataset, by its config name. It may be left out if the catalogue was opened with the URL of a dataset. */
  dataset(config: string | null = this.#config): Dataset {
    if (config === null) {
      throw new AlmanacError('The URL names no dataset: pass a config name.', { type: 'unknown-dataset' });
    }
    this.#service.summary(config);
    return new Dataset(this.#service, config);
  }
}

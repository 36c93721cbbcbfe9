import { join } from 'node:path';
import type { z } from 'zod';
import type { Problem, Report } from '../../problems/problem.ts';
import { keeping } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { type JsonDocument, readJson } from '../json/read-json.ts';

/** A JSON file, and what it says by one schema. */
export interface Referred<T> {
  document: JsonDocument | null;
  /** Null when the file cannot be read, or does not fit the schema. */
  said: T | null;
  /** What is wrong with the file, as far as it was looked at. */
  problems: readonly Problem[];
}

interface Entry {
  document: JsonDocument | null;
  said: Map<z.ZodType, unknown>;
  problems: Problem[];
}

/** JSON files that the resources of a package refer to: each is read, and checked by each schema, once. */
export class ReferredFiles {
  readonly #rawData: string;
  readonly #report: Report;
  readonly #entries = new Map<string, Entry>();

  constructor(rawData: string, report: Report) {
    this.#rawData = rawData;
    this.#report = report;
  }

  /** `file` is relative to the raw-data folder. */
  read<T extends z.ZodType>(file: string, schema: T): Referred<z.infer<T>> {
    const { document, said, problems } = this.#entryOf(file);
    if (!said.has(schema)) {
      const report = keeping(problems, this.#report);
      said.set(schema, document && checkValue(schema, document.value, document, [], report));
    }
    return { document, said: said.get(schema) as z.infer<T> | null, problems };
  }

  #entryOf(file: string): Entry {
    let entry = this.#entries.get(file);
    if (!entry) {
      const problems: Problem[] = [];
      const document = readJson(join(this.#rawData, file), file, keeping(problems, this.#report));
      entry = { document, said: new Map(), problems };
      this.#entries.set(file, entry);
    }
    return entry;
  }
}

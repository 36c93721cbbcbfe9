import { join } from 'node:path';
import type { z } from 'zod';
import type { Problem, Report } from '../../problems/problem.ts';
import { collecting } from '../../problems/problem.ts';
import { checkValue } from '../json/check-value.ts';
import { type JsonDocument, readJson } from '../json/read-json.ts';

/** A JSON file, checked by one schema. */
export interface ReferencedFile<T> {
  document: JsonDocument | null;
  /** Null if the file cannot be read or does not fit the schema. */
  content: T | null;
  /** Problems of the file found so far. */
  problems: readonly Problem[];
}

interface Entry {
  document: JsonDocument | null;
  /** By schema. */
  contents: Map<z.ZodType, unknown>;
  problems: Problem[];
}

/** JSON files that the resources of a package refer to. Each is read once, and checked once by each schema. */
export class ReferencedFiles {
  readonly #rawData: string;
  readonly #report: Report;
  readonly #entries = new Map<string, Entry>();

  constructor(rawData: string, report: Report) {
    this.#rawData = rawData;
    this.#report = report;
  }

  /** `file` is relative to the raw-data folder. */
  read<T extends z.ZodType>(file: string, schema: T): ReferencedFile<z.infer<T>> {
    const { document, contents, problems } = this.#entryOf(file);
    if (!contents.has(schema)) {
      const report = collecting(problems, this.#report);
      contents.set(schema, document && checkValue(schema, document.value, document, [], report));
    }
    return { document, content: contents.get(schema) as z.infer<T> | null, problems };
  }

  #entryOf(file: string): Entry {
    let entry = this.#entries.get(file);
    if (!entry) {
      const problems: Problem[] = [];
      const document = readJson(join(this.#rawData, file), file, collecting(problems, this.#report));
      entry = { document, contents: new Map(), problems };
      this.#entries.set(file, entry);
    }
    return entry;
  }
}

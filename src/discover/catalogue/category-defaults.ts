/** What a category's entry in the catalogue's description says about each of its datasets: the key `defaults`. */

import { join } from 'node:path';
import { hasPath, isObject, overlay } from '../../problems/overlay.ts';
import { collecting, type Problem, type Report } from '../../problems/problem.ts';
import { namedLicense } from '../identify-license.ts';
import { checkValue } from '../json/check-value.ts';
import { below, type Locatable, readJson } from '../json/read-json.ts';
import { withoutBlankFields } from '../sidecar/blank-fields.ts';
import type { Description } from '../sidecar/description.ts';
import { readColumns, readFormat } from '../sidecar/read-sidecar.ts';
import { defaultsSchema } from '../sidecar/sidecar-schema.ts';
import { CATALOGUE_FILE } from './catalogue-file.ts';

export interface CategoryDefaults extends Locatable {
  /** In the form of a sidecar's content, without blank fields. */
  value: Readonly<Record<string, unknown>>;
  /** False if the defaults have an error, which is reported when the catalogue is read. */
  isSound: boolean;
}

/** Reads the defaults of each category that has any, by its name. Reports nothing, since `readCatalogue` does. */
export function readDefaults(rawData: string): ReadonlyMap<string, CategoryDefaults> {
  const document = readJson(join(rawData, CATALOGUE_FILE), CATALOGUE_FILE, () => {});
  const { categories } = isObject(document?.value) ? document.value : {};
  const found = Object.entries(isObject(categories) ? categories : {}).flatMap(([name, entry]) => {
    const value = withoutBlankFields(isObject(entry) ? entry.defaults : undefined);
    if (!document || !isObject(value)) return [];
    const part = below(document, 'categories', name, 'defaults');
    return [[name, { ...part, value, isSound: checkDefaults(value, part, () => {}) }] as const];
  });
  return new Map(found);
}

/** Checks the defaults of a category, which are without blank fields, and reports their problems. Returns false if there is an error. */
export function checkDefaults(value: unknown, part: Locatable, report: Report): boolean {
  const problems: Problem[] = [];
  const watch = collecting(problems, report);
  checkValue(defaultsSchema, value, part, watch);
  if (!isObject(value)) return false;
  const { csv, columns, license } = value;
  // Each is checked even if another has an error, so that one run reports every mistake.
  readColumns(columns, readFormat(defaultsSchema.shape.csv.safeParse(csv).data), { ...part, value }, watch);
  if (typeof license === 'string') namedLicense(license, part.at(['license']), watch);
  return problems.every(({ severity }) => severity === 'hint');
}

/** Whether defaults say enough to publish a file without a sidecar: who publishes the data, and where. */
export function areComplete(defaults: CategoryDefaults | undefined): boolean {
  return defaults?.value.source !== undefined && defaults.value.url !== undefined;
}

/** A description laid over the defaults of its category, key by key. Blank fields count as absent, so they replace nothing. */
export function overDefaults<T extends Description>(
  description: T,
  defaults: CategoryDefaults | undefined,
): T | Description {
  const own = withoutBlankFields(description.value);
  if (!defaults || !isObject(own)) return description;
  const { columns } = defaults.value;
  return {
    ...description,
    // Blank fields without a default stay, so that they are reported as blank.
    value: { ...(description.value as object), ...(overlay(defaults.value, own) as object) },
    at: (path, part) =>
      hasPath(own, path) || !hasPath(defaults.value, path) ? description.at(path, part) : defaults.at(path, part),
    dictionary: new Set(Object.keys(isObject(columns) ? columns : {}).filter((it) => !hasPath(own, ['columns', it]))),
  };
}

import type { JSONPath } from 'jsonc-parser';
import { isObject, type JsonDocument } from '../json/read-json.ts';
import type { Description } from '../sidecar/description.ts';
import type { PackagedDescription } from './package-description.ts';

/**
 * Lays a sidecar over what a data package says of a dataset: each key of the sidecar, of its `csv` and of its columns
 * stands instead of the package's. Null stands for a sidecar that is not there.
 */
export function overlaySidecar(under: PackagedDescription, sidecar: JsonDocument | null): Description {
  const over = sidecar?.value;
  const isSaid = (path: JSONPath): boolean => path.length > 0 && valueAt(over, path) !== undefined;
  const absent = under.columnsMayBeAbsent && isObject(under.value.columns) ? Object.keys(under.value.columns) : [];
  return {
    value: sidecar ? overlay(under.value, over) : under.value,
    at: (path, part) => (sidecar && (isSaid(path) || !isObject(over)) ? sidecar.at(path, part) : under.at(path)),
    adviceOn: under.adviceOn,
    packaged: {
      claims: new Map([...under.claims].filter(([name]) => !isSaid(['columns', name, 'type']))),
      absentColumns: new Set(absent.filter((name) => !isSaid(['columns', name]))),
      refusals: under.refusals.filter(({ cures }) => !cures.some(isSaid)).map(({ problem }) => problem),
    },
  };
}

function overlay(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  // Not by assignment: a column may be called __proto__.
  return Object.fromEntries([
    ...Object.entries(under),
    ...Object.entries(over).map(([key, value]) => [
      key,
      Object.hasOwn(under, key) ? overlay(under[key], value) : value,
    ]),
  ]);
}

/** What stands at a path; undefined where nothing does. */
function valueAt(value: unknown, path: JSONPath): unknown {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

import type { JSONPath } from 'jsonc-parser';
import type { TypeClaim } from '../../model.ts';
import { hasPath, isObject, overlay } from '../../problems/overlay.ts';
import type { Problem } from '../../problems/problem.ts';
import type { JsonDocument, Locatable, Location } from '../json/read-json.ts';
import { withoutBlankFields } from '../sidecar/blank-fields.ts';
import type { Description } from '../sidecar/description.ts';

/**
 * A data package's description of one of its tables, in the form of a sidecar's content. It records which part of the package each value
 * comes from. Values are not checked here, since a sidecar may replace them.
 */
export class PackagedDescription implements Locatable {
  readonly value: Record<string, unknown> = {};
  readonly claims = new Map<string, TypeClaim>();
  fieldsMayBeAbsent = false;
  licenseUrl: string | null = null;
  /** Properties that cannot be honoured. Any sidecar key in `overrides` replaces the property and thus settles the problem. */
  readonly refusals: { problem: Problem; overrides: readonly JSONPath[] }[] = [];
  /** Hints at rules that are not checked. A sidecar key at `path` replaces them. */
  readonly unchecked: { problem: Problem; path: JSONPath }[] = [];
  readonly #resource: Locatable;
  readonly #origins = new Map<string, Locatable>();
  readonly adviceOn: (path: JSONPath) => string;

  /** `sidecar` is the path of the sidecar that can complete the description, for use in advice. */
  constructor(resource: Locatable, sidecar: string) {
    this.#resource = resource;
    this.adviceOn = ([key]) => `${ADVICE[`${key}`] ?? `Add "${key}"`}; or write "${key}" in ${sidecar}.`;
  }

  /** Sets the value at a path of one to three keys, and creates missing objects along it. */
  set(path: readonly string[], value: unknown, origin: Locatable): void {
    let holder = this.value;
    for (const key of path.slice(0, -1)) {
      if (!Object.hasOwn(holder, key)) define(holder, key, {});
      holder = holder[key] as Record<string, unknown>;
    }
    define(holder, path.at(-1) as string, value);
    this.#origins.set(JSON.stringify(path), origin);
  }

  at(path: JSONPath): Location {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const origin = this.#origins.get(JSON.stringify(path.slice(0, depth)));
      if (origin) return origin.at([]);
    }
    return { ...this.#resource.at([]), name: path.join('.') };
  }

  /**
   * The description with a sidecar laid over it: each key of the sidecar, of its `csv` and of its columns replaces the package's. A blank
   * field counts as absent, so it replaces nothing. `sidecar` is null if the dataset has no sidecar.
   */
  under(sidecar: JsonDocument | null): Description {
    const over = withoutBlankFields(sidecar?.value);
    const isInSidecar = (path: JSONPath): boolean => path.length > 0 && hasPath(over, path);
    const fields = isObject(this.value.columns) ? Object.keys(this.value.columns) : [];
    return {
      value: sidecar ? overlay(this.value, over) : this.value,
      at: (path, part) => (sidecar && (isInSidecar(path) || !isObject(over)) ? sidecar.at(path, part) : this.at(path)),
      adviceOn: this.adviceOn,
      packaged: {
        claims: new Map([...this.claims].filter(([name]) => !isInSidecar(['columns', name, 'type']))),
        fields: new Set(fields.filter((name) => !isInSidecar(['columns', name]))),
        fieldsMayBeAbsent: this.fieldsMayBeAbsent,
        licenseUrl: isInSidecar(['license']) ? null : this.licenseUrl,
        refusals: this.refusals.filter(({ overrides }) => !overrides.some(isInSidecar)).map(({ problem }) => problem),
        unchecked: this.unchecked.filter(({ path }) => !isInSidecar(path)).map(({ problem }) => problem),
      },
    };
  }
}

/** Sets a property of an object, even one named __proto__. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true });
}

const ADVICE: Record<string, string> = {
  description: 'Add "description" to the resource or the package',
  source:
    'Add "sources" to the resource or the package, with the "title" of the institution and the "path" of its page',
  url: 'Give the first entry of "sources" a "path" that is an http or https URL, or give the package a "homepage"',
  license: 'Add "licenses" to the resource or the package, with a "name" such as "CC-BY-4.0"',
  category: 'Move the package into a category’s folder',
};

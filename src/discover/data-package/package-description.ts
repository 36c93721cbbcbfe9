import type { JSONPath } from 'jsonc-parser';
import type { TypeClaim } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Described, Location } from '../sidecar/description.ts';

/** A part of a document: where it stands in it. */
export interface Part {
  document: Described;
  path: JSONPath;
}

/** The part that stands below another. */
export function below({ document, path }: Part, ...keys: JSONPath): Part {
  return { document, path: [...path, ...keys] };
}

/** Something in a data package that cannot be followed, unless the sidecar says one of the keys that it is about. */
export interface Refusal {
  problem: Problem;
  cures: readonly JSONPath[];
}

/**
 * What a data package says of one of its tables, in the form of a sidecar's content, each value with the part of the package that
 * it comes from. It is filled in part by part, and nothing is checked here: a sidecar may say otherwise.
 */
export class PackagedDescription implements Described {
  readonly value: Record<string, unknown> = {};
  readonly claims = new Map<string, TypeClaim>();
  columnsMayBeAbsent = false;
  readonly refusals: Refusal[] = [];
  readonly #resource: Part;
  readonly #origins = new Map<string, Part>();
  readonly adviceOn: (path: JSONPath) => string;

  /** `sidecar` is the file that could complete the description; the advice names it. */
  constructor(resource: Part, sidecar: string) {
    this.#resource = resource;
    this.adviceOn = (path) => adviceOn(path, sidecar);
  }

  /** Puts a value at a path of one to three keys, in place of one that is there; objects on the way are made. */
  set(path: readonly string[], value: unknown, origin: Part): void {
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
      if (origin) return origin.document.at(origin.path);
    }
    return { ...this.#resource.document.at(this.#resource.path), name: path.join('.') };
  }
}

/** Sets a member of an object, though it is called __proto__. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

const ADVICE: Record<string, string> = {
  description: 'Add "description" to the resource or the package',
  source: 'Add "sources": [{ "title": "…", "path": "https://…" }] to the resource or the package',
  url: 'Give the first of the "sources" its "path", an http or https URL, or the package its "homepage"',
  license: 'Add "licenses": [{ "name": "…", "title": "…" }] to the resource or the package',
  category: 'Move the package into a category’s folder',
};

function adviceOn(path: JSONPath, sidecar: string): string {
  const key = String(path[0]);
  return `${ADVICE[key] ?? `Add "${key}"`}; or say it in ${sidecar}: "${key}": "…".`;
}

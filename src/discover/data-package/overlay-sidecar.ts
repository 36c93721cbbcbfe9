import type { JSONPath } from 'jsonc-parser';
import { isObject, overlay } from '../../problems/overlay.ts';
import type { JsonDocument } from '../json/read-json.ts';
import { withoutBlankFields } from '../sidecar/blank-fields.ts';
import type { Description } from '../sidecar/description.ts';
import type { PackagedDescription } from './package-description.ts';

/**
 * Overlays a sidecar on a data package's description of a dataset: each key of the sidecar, of its `csv` and of its columns replaces the
 * package's. A blank field counts as absent, so it replaces nothing. `sidecar` is null if the dataset has no sidecar.
 */
export function overlaySidecar(under: PackagedDescription, sidecar: JsonDocument | null): Description {
  const over = withoutBlankFields(sidecar?.value);
  const isInSidecar = (path: JSONPath): boolean => path.length > 0 && isThere(over, path);
  const fields = isObject(under.value.columns) ? Object.keys(under.value.columns) : [];
  return {
    value: sidecar ? overlay(under.value, over) : under.value,
    at: (path, part) => (sidecar && (isInSidecar(path) || !isObject(over)) ? sidecar.at(path, part) : under.at(path)),
    adviceOn: under.adviceOn,
    packaged: {
      claims: new Map([...under.claims].filter(([name]) => !isInSidecar(['columns', name, 'type']))),
      fields: new Set(fields.filter((name) => !isInSidecar(['columns', name]))),
      fieldsMayBeAbsent: under.fieldsMayBeAbsent,
      licenseUrl: isInSidecar(['license']) ? null : under.licenseUrl,
      refusals: under.refusals.filter(({ overrides }) => !overrides.some(isInSidecar)).map(({ problem }) => problem),
    },
  };
}

/** Whether a JSON value has a member at a path. */
function isThere(value: unknown, path: JSONPath): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) && isThere(value[key as never], rest);
}

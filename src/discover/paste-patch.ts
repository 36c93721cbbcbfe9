/** Describes a source as if a patch had been pasted into its sidecar. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../model.ts';
import { isObject, overlay } from '../problems/overlay.ts';
import { patchText, type SidecarPatch } from '../problems/sidecar-patch.ts';
import { overlaySidecar } from './data-package/overlay-sidecar.ts';
import { type DataPackage, readDataPackage } from './data-package/read-data-package.ts';
import { formatOf } from './describe-source.ts';
import { type JsonDocument, readJson } from './json/read-json.ts';
import { listFiles, sidecarOf } from './list-files.ts';
import type { Description } from './sidecar/description.ts';
import { readSidecar } from './sidecar/read-sidecar.ts';

const silent = (): void => {};

/** Applies patches to the description of a source. */
export interface Paster {
  /** The `csv` and `columns` entries that the dataset's sidecar already has. */
  sidecar: SidecarPatch;
  /** Describes the source with a patch applied. Null if the description cannot be reread or does not reliably say how to read the file. */
  describe(patch: SidecarPatch): Source | null;
}

/** Returns a function that rereads the description of a source and makes its `Paster`. Each data package is read only once. */
export function pasters(): (source: Source) => Paster {
  /** Packages read so far, by path. */
  const packages = new Map<string, DataPackage>();
  return (source) => {
    const { file } = source;
    const sidecarFile = sidecarOf(file);
    const sidecarPath = join(rawDataOf(source), sidecarFile);
    const sidecar = source.isDescribed && existsSync(sidecarPath) ? readJson(sidecarPath, sidecarFile, silent) : null;
    const describe = descriptionWith(source, sidecar, packages);
    return {
      sidecar: keysOf(sidecar),
      describe(patch) {
        const patched = describe?.(JSON.parse(`{${patchText(patch)}}`));
        const metadata = patched && readSidecar(patched, source.category || null, silent);
        if (!metadata) return null;
        const { format, columns, columnPlaces } = metadata;
        return { ...source, format: formatOf(file, format), columns, columnPlaces };
      },
    };
  };
}

function rawDataOf({ path, file }: Source): string {
  return path.slice(0, path.length - file.length);
}

function keysOf(sidecar: JsonDocument | null): SidecarPatch {
  const { csv, columns } = isObject(sidecar?.value) ? sidecar.value : {};
  return {
    ...(isObject(csv) ? { csv } : {}),
    ...(isObject(columns) ? { columns: columns as NonNullable<SidecarPatch['columns']> } : {}),
  };
}

/** Returns a function that overlays keys on a source's description. Returns null instead if the description cannot be reread. */
function descriptionWith(
  source: Source,
  sidecar: JsonDocument | null,
  packages: Map<string, DataPackage>,
): ((keys: object) => Description) | null {
  const { file, isDescribed, descriptionFile } = source;
  const rawData = rawDataOf(source);
  if (!isDescribed) return (keys) => withKeys(null, keys, file);
  if (descriptionFile === sidecarOf(file)) return sidecar && ((keys) => withKeys(sidecar, keys, file));
  const path = join(rawData, descriptionFile);
  const known = packages.get(path) ?? readDataPackage(rawData, descriptionFile, listFiles(rawData, silent), silent);
  packages.set(path, known);
  const table = known.resources.find((resource) => resource.table?.file === file)?.table;
  return table ? (keys) => overlaySidecar(table.description, withKeys(sidecar, keys, file)) : null;
}

/** Overlays keys on a sidecar. If there is no sidecar, returns a document with only these keys. */
function withKeys(sidecar: JsonDocument | null, keys: object, file: string): JsonDocument {
  const at: JsonDocument['at'] = (location) => {
    return { file, place: { line: 1, column: 1, excerpt: '' }, name: location.join('.') };
  };
  return sidecar ? { ...sidecar, value: overlay(sidecar.value, keys) } : { value: keys, at };
}

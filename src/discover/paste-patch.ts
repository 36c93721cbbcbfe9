/** Describes a source as if a patch had been pasted into its sidecar. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../model.ts';
import { isObject, overlay } from '../problems/overlay.ts';
import { patchText, type SidecarPatch } from '../problems/sidecar-patch.ts';
import { overDefaults, readDefaults } from './catalogue/category-defaults.ts';
import type { PackagedDescription } from './data-package/package-description.ts';
import { type DataPackage, readDataPackage } from './data-package/read-data-package.ts';
import { formatOf, nameOnly } from './describe-source.ts';
import { type JsonDocument, readJson } from './json/read-json.ts';
import { listFiles, sidecarOf } from './list-files.ts';
import { readSidecar } from './sidecar/read-sidecar.ts';

const silent = (): void => {};

/**
 * Returns a function that rereads the description of a source, to which patches can then be applied. Each data package and the defaults of
 * categories are read only once. `root` is the raw-data folder of sources that are not in one yet.
 */
export function pasters(root?: string) {
  const packages = new Map<string, DataPackage>();
  let defaultsOf: ReturnType<typeof readDefaults> | undefined;
  return (source: Source) => {
    const { file, isDescribed, descriptionFile } = source;
    const rawData = source.path.slice(0, source.path.length - file.length);
    const sidecarFile = sidecarOf(file);
    const sidecarPath = join(rawData, sidecarFile);
    const sidecar = isDescribed && existsSync(sidecarPath) ? readJson(sidecarPath, sidecarFile, silent) : null;
    const readPackage = (): PackagedDescription | undefined => {
      const path = join(rawData, descriptionFile);
      const read = packages.get(path) ?? readDataPackage(rawData, descriptionFile, listFiles(rawData, silent), silent);
      packages.set(path, read);
      return read.resources.find((resource) => resource.table?.file === file)?.table?.description;
    };
    const isPackaged = isDescribed && descriptionFile !== sidecarFile;
    const packaged = isPackaged ? readPackage() : undefined;
    defaultsOf ??= readDefaults(root ?? rawData);
    const defaults = defaultsOf.get(source.category);
    return {
      /** The `csv` and `columns` entries that the dataset's sidecar already has. */
      sidecar: keysOf(sidecar),
      /** Describes the source with a patch. Null if the description cannot be reread or does not reliably say how to read the file. */
      describe(patch: SidecarPatch): Source | null {
        if (isDescribed && !(isPackaged ? packaged : (sidecar ?? defaults))) return null;
        const patched = withKeys(sidecar, JSON.parse(`{${patchText(patch)}}`), file);
        const description = overDefaults(packaged?.under(patched) ?? patched, defaults);
        const metadata = readSidecar(description, source.category || null, silent);
        if (!metadata) return null;
        const { format, columns, columnPlaces } = metadata;
        return { ...source, format: formatOf(file, format), columns, columnPlaces };
      },
    };
  };
}

function keysOf(sidecar: JsonDocument | null): SidecarPatch {
  const { csv, columns } = isObject(sidecar?.value) ? sidecar.value : {};
  return {
    ...(isObject(csv) ? { csv } : {}),
    ...(isObject(columns) ? { columns: columns as NonNullable<SidecarPatch['columns']> } : {}),
  };
}

/** Overlays keys on a sidecar. If there is no sidecar, returns a document with only these keys. */
function withKeys(sidecar: JsonDocument | null, keys: object, file: string): JsonDocument {
  return sidecar ? { ...sidecar, value: overlay(sidecar.value, keys) } : { ...nameOnly(file), value: keys };
}

/** Describes a source as if a patch had been pasted into its sidecar. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Source } from '../model.ts';
import { patchText, type SidecarPatch } from '../problems/sidecar-patch.ts';
import { overlay, overlaySidecar } from './data-package/overlay-sidecar.ts';
import { readDataPackage } from './data-package/read-data-package.ts';
import { formatOf } from './describe-source.ts';
import { type JsonDocument, readJson } from './json/read-json.ts';
import { listFiles, sidecarOf } from './list-files.ts';
import type { Description } from './sidecar/description.ts';
import { readSidecar } from './sidecar/read-sidecar.ts';

const silent = (): void => {};

/**
 * Makes the function that describes a source with a patch. Its result is null if the patched description does not say reliably how to read
 * the file. Reads the description again, now.
 */
export function pasterFor(source: Source): (patch: SidecarPatch) => Source | null {
  const describe = descriptionWith(source);
  return (patch) => {
    const sidecar = describe?.(JSON.parse(`{${patchText(patch)}}`));
    const metadata = sidecar && readSidecar(sidecar, source.category || null, silent);
    if (!metadata) return null;
    const { format, columns, columnPlaces } = metadata;
    return { ...source, format: formatOf(source.file, format), columns, columnPlaces };
  };
}

/** The function that gives a source's description with keys laid over its sidecar; null if the description is gone. */
function descriptionWith({ path, file, isDescribed, descriptionFile }: Source): ((keys: object) => Description) | null {
  const rawData = path.slice(0, path.length - file.length);
  const sidecarFile = sidecarOf(file);
  if (!isDescribed) return (keys) => withKeys(null, keys, file);
  const sidecar = existsSync(join(rawData, sidecarFile))
    ? readJson(join(rawData, sidecarFile), sidecarFile, silent)
    : null;
  if (descriptionFile === sidecarFile) return sidecar && ((keys) => withKeys(sidecar, keys, file));
  const { resources } = readDataPackage(rawData, descriptionFile, listFiles(rawData, silent), silent);
  const table = resources.find((resource) => resource.table?.file === file)?.table;
  return table ? (keys) => overlaySidecar(table.description, withKeys(sidecar, keys, file)) : null;
}

/** A sidecar with some keys laid over it. Without a sidecar, they are all it has. */
function withKeys(sidecar: JsonDocument | null, keys: object, file: string): JsonDocument {
  const at: JsonDocument['at'] = (location) => {
    return { file, place: { line: 1, column: 1, excerpt: '' }, name: location.join('.') };
  };
  return sidecar ? { ...sidecar, value: overlay(sidecar.value, keys) } : { value: keys, at };
}

import { overlay } from './overlay.ts';
import type { SidecarPatch } from './sidecar-patch.ts';

/** Keys to paste into a sidecar, and where to paste them. */
export interface Paste {
  /** Instruction to show before the keys: `change "csv" in the sidecar to`. */
  how: string;
  /** The object into which to paste the keys. */
  into: 'sidecar' | 'columns';
  /** The keys with their complete values. */
  keys: Readonly<Record<string, unknown>>;
}

/**
 * Lists the keys to paste into a sidecar, or into its `columns`, to apply a patch. `sidecar` contains the sidecar's existing values. If a
 * key to paste already exists, its new value is the existing one merged with that of the patch.
 */
export function pastesOf({ csv, columns }: SidecarPatch, sidecar: SidecarPatch): Paste[] {
  const areNew = columns && !sidecar.columns;
  const [changed, added] = split({ ...(csv && { csv }), ...(areNew && { columns }) }, sidecar);
  const [replaced, inserted] = split((!areNew && columns) || {}, sidecar.columns ?? {});
  const what = Object.keys(replaced).length === 1 ? 'the entry' : 'the entries';
  const pastes: Paste[] = [
    { how: 'add to the sidecar', into: 'sidecar', keys: added },
    { how: 'change "csv" in the sidecar to', into: 'sidecar', keys: changed },
    { how: `change ${what} under "columns" in the sidecar to`, into: 'columns', keys: replaced },
    { how: 'add to "columns" in the sidecar', into: 'columns', keys: inserted },
  ];
  return pastes.filter(({ keys }) => Object.keys(keys).length > 0);
}

/** The members of a patch that exist already, merged with the existing ones, and those that do not. */
function split(patch: Paste['keys'], existing: Paste['keys']): [Paste['keys'], Paste['keys']] {
  const isThere = ([name]: [string, unknown]): boolean => Object.hasOwn(existing, name);
  const entries = Object.entries(patch);
  const merged = entries.filter(isThere).map(([name, keys]) => [name, overlay(existing[name], keys)]);
  return [Object.fromEntries(merged), Object.fromEntries(entries.filter((it) => !isThere(it)))];
}

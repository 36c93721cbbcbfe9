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
  const added: SidecarPatch = {
    ...(csv && !sidecar.csv ? { csv } : {}),
    ...(columns && !sidecar.columns ? { columns } : {}),
  };
  const pastes: Paste[] = [
    { how: 'add to the sidecar', into: 'sidecar', keys: { ...added } },
    {
      how: 'change "csv" in the sidecar to',
      into: 'sidecar',
      keys: csv && sidecar.csv ? { csv: overlay(sidecar.csv, csv) } : {},
    },
    ...(columns && sidecar.columns ? pastesOfColumns(columns, sidecar.columns) : []),
  ];
  return pastes.filter(({ keys }) => Object.keys(keys).length > 0);
}

type Columns = NonNullable<SidecarPatch['columns']>;

function pastesOfColumns(columns: Columns, existing: Columns): Paste[] {
  const isThere = ([name]: [string, unknown]): boolean => Object.hasOwn(existing, name);
  const entries = Object.entries(columns);
  const replaced = entries
    .filter(isThere)
    .map(([name, keys]): [string, unknown] => [name, overlay(existing[name], keys)]);
  const added = entries.filter((it) => !isThere(it));
  const what = replaced.length === 1 ? 'the entry' : 'the entries';
  return [
    { how: `change ${what} under "columns" in the sidecar to`, into: 'columns', keys: Object.fromEntries(replaced) },
    { how: 'add to "columns" in the sidecar', into: 'columns', keys: Object.fromEntries(added) },
  ];
}

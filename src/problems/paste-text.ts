import { overlay } from './overlay.ts';
import type { SidecarPatch } from './sidecar-patch.ts';

/** Keys to paste into a sidecar, and where. */
export interface Paste {
  /** What to do with them, without a colon: `change "csv" in the sidecar to`. */
  how: string;
  /** The object that they are members of. */
  into: 'sidecar' | 'columns';
  /** Each with its whole value. */
  keys: Readonly<Record<string, unknown>>;
}

/**
 * What a person pastes so that a sidecar has a patch. `sidecar` is what it has already: a value that is there is given whole, with the keys
 * of the patch added, since a key that occurs twice would be refused.
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
    { how: `change ${what} in "columns" of the sidecar to`, into: 'columns', keys: Object.fromEntries(replaced) },
    { how: 'add to "columns" of the sidecar', into: 'columns', keys: Object.fromEntries(added) },
  ];
}

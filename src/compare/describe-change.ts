import type { EditionChange, RowChanges } from '../contract/documents.ts';
import { columnsOf, compareColumns, type Edition } from './edition.ts';

const NO_COLUMNS: EditionChange['columns'] = { added: [], removed: [], renamed: [] };

/** What a change of columns, types and bounds is, without its rows. */
type Described = Pick<EditionChange, 'columns' | 'types' | 'bounds'>;

/** Compares the columns of two editions of a dataset, their types, and their lowest and highest values. */
export function describeColumns(last: Edition, next: Edition): Described {
  const columns = compareColumns(last, next);
  const before = columnsOf(last);
  const former = new Map(columns.renamed.map(({ from, to }) => [to, from]));
  const shared = [...columnsOf(next)].flatMap(([name, column]) => {
    const other = before.get(former.get(name) ?? name);
    return other ? [{ column: name, was: other, is: column }] : [];
  });
  return {
    columns,
    types: shared.flatMap(({ column, was, is }) =>
      was.type === is.type ? [] : { column, from: was.type, to: is.type },
    ),
    bounds: shared.flatMap(({ column, was, is }) =>
      was.min === is.min && was.max === is.max
        ? []
        : { column, from: [was.min, was.max] as const, to: [is.min, is.max] as const },
    ),
  };
}

/** The description of a dataset that was added (`edition` is its first) or removed (its last). */
export function describeWhole(edition: Edition, change: 'added' | 'removed'): Described & { rows: RowChanges } {
  const count = edition.schema.row_count;
  const rows =
    change === 'added'
      ? { before: 0, now: count, added: count, removed: 0 }
      : { before: count, now: 0, added: 0, removed: count };
  const names = edition.schema.columns.map(({ name }) => name);
  const columns = { ...NO_COLUMNS, [change]: names };
  return { rows: { ...rows, changed: null, key: null }, columns, types: [], bounds: [] };
}

/** Columns that identify records in both editions; null if there are none. */
export function sharedKey(last: Edition, next: Edition): readonly string[] | null {
  const [was, is] = [last.profile.key_columns, next.profile.key_columns];
  return was && is && was.join('\n') === is.join('\n') ? is : null;
}

/** Whether two editions have the same rows and columns. */
export function isUnchanged({ rows, columns, types }: Pick<EditionChange, 'rows' | 'columns' | 'types'>): boolean {
  const { added, removed, renamed } = columns;
  return [
    rows.added,
    rows.removed,
    rows.changed ?? 0,
    added.length,
    removed.length,
    renamed.length,
    types.length,
  ].every((count) => count === 0);
}

import type {
  ColumnChanges,
  ColumnSchema,
  ProfileColumn,
  ProfileDocument,
  QualityDocument,
  SchemaDocument,
} from '../contract/documents.ts';

/** The published documents from which one edition of a dataset is compared with another. */
export interface Edition {
  schema: SchemaDocument;
  profile: ProfileDocument;
  quality: QualityDocument;
}

/** A column of an edition, as both documents describe it. */
export type EditionColumn = ColumnSchema & Omit<ProfileColumn, keyof ColumnSchema>;

/** The columns of an edition, by name, in file order. */
export function columnsOf({ schema, profile }: Edition): ReadonlyMap<string, EditionColumn> {
  const profiled = new Map(profile.columns.map((column) => [column.name, column]));
  return new Map(
    schema.columns.map((column) => [column.name, { ...(profiled.get(column.name) as ProfileColumn), ...column }]),
  );
}

/** Compares the columns of two editions. A missing column and a new one of the same type at the same position are one renamed column. */
export function compareColumns(last: Edition, next: Edition): ColumnChanges {
  const [before, now] = [columnsOf(last), columnsOf(next)];
  const removed = [...before.keys()].filter((name) => !now.has(name));
  const added = [...now.keys()].filter((name) => !before.has(name));
  const placeOf = (columns: ReadonlyMap<string, unknown>, name: string): number => [...columns.keys()].indexOf(name);
  const renamed = removed.flatMap((from) => {
    const to = added.find((name) => placeOf(now, name) === placeOf(before, from));
    return to !== undefined && now.get(to)?.type === before.get(from)?.type ? [{ from, to }] : [];
  });
  return {
    added: added.filter((name) => !renamed.some(({ to }) => to === name)),
    removed: removed.filter((name) => !renamed.some(({ from }) => from === name)),
    renamed,
  };
}

import { IDENTIFIERS, OTHER_IDENTIFIERS } from '../contract/column-words.ts';
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

const IDENTIFIER = new RegExp(`(?:^|[^a-z])(?:${IDENTIFIERS}|${OTHER_IDENTIFIERS})$`, 'i');

/** Whether a column is named like one of identifiers, such as `uid` or `school code`. */
export function isIdentifierName(name: string): boolean {
  return IDENTIFIER.test(name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
}

/** The columns that identify records; empty if only amounts do, which differ by chance. */
export function keyOf(edition: Edition): readonly string[] {
  return amountsInKey(edition).length > 0 ? [] : (edition.profile.key_columns ?? []);
}

/** The columns that measure something. */
export function measuresOf(edition: Edition): readonly string[] {
  return [...edition.profile.measures, ...amountsInKey(edition)];
}

function amountsInKey({ profile: { key_columns: key, columns, row_count: rows } }: Edition): string[] {
  return columns.flatMap(({ name, type, format, distinct_count: distinct }, index) => {
    const isAmount = index > 0 && type === 'int64' && format === null && distinct * 2 > rows && !isIdentifierName(name);
    return isAmount && key?.includes(name) ? [name] : [];
  });
}

/** The column of times of both editions, if the times of the next one go on after those of the last one, and the end of these; otherwise null. */
export function laterTimes(last: Edition, next: Edition): { column: string; last: string | number } | null {
  const [was, is] = [last.profile.time_span, next.profile.time_span];
  if (was?.column !== is?.column || was?.to == null || is?.to == null) return null;
  return typeof was.to === typeof is.to && is.to > was.to ? { column: is.column, last: was.to } : null;
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

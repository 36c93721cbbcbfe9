import type { Dataset, Source } from '../../model.ts';

/** Rules that a table satisfies. */
export interface SuggestedRules {
  /** The columns of a key; null if the description states one, or none was found. */
  primaryKey: readonly string[] | null;
  /** All values of columns that are probably enumerations, by column name. */
  enums: Readonly<Record<string, readonly string[]>>;
}

/** Maximum number of values of a column that may be an enumeration. */
const MAX_VALUES = 10;
/** Minimum number of rows for a key, and for each value of an enumeration: with fewer, they may be chance. */
const MIN_ROWS = 10;

/** Finds rules that hold, are probably meant, and are not stated. Columns have the names by which the sidecar knows them. */
export function suggestRules({ rules, columns }: Source, { profiles, keyColumns, rowCount }: Dataset): SuggestedRules {
  const original = new Map([...columns].map(([name, { rename }]) => [rename ?? name, name]));
  const nameOf = (published: string): string => original.get(published) ?? published;
  const enums = profiles.flatMap(({ name, type, distribution: { names } }) => {
    const { labels, constraints } = columns.get(nameOf(name)) ?? {};
    const values = type !== 'object' || names === null ? [] : (JSON.parse(names) as string[]);
    const areFew = values.length > 1 && values.length <= MAX_VALUES && values.length * MIN_ROWS <= rowCount;
    return areFew && !labels && !constraints?.enum ? [[nameOf(name), values] as const] : [];
  });
  // That measures differ in all rows may be chance.
  const isMeasured = profiles.some(({ name, distribution }) => distribution.isMeasure && keyColumns?.includes(name));
  const isDoubtful = isMeasured || rowCount < MIN_ROWS;
  const primaryKey = rules?.primaryKey || isDoubtful ? null : (keyColumns?.map(nameOf) ?? null);
  return { primaryKey, enums: Object.fromEntries(enums) };
}

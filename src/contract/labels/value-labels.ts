import type { ColumnType } from '../../model.ts';

/** What is published of a column whose values have labels, such as `yea` for `1`. */
export interface Labelled {
  type: ColumnType;
  /** The publisher's labels, by value. Absent if the publisher gives no labels. */
  labels?: Readonly<Record<string, string>>;
}

/** The key of a value in the labels of its column. Numbers are compared by value, so `1.0` has the label of `1`. */
export function labelKey(type: ColumnType, value: string): string {
  const number = type === 'object' || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? value : String(number);
}

/** The label of a value; null if it has none. */
export function labelOf({ type, labels = {} }: Labelled, value: unknown): string | null {
  const key = labelKey(type, String(value));
  return Object.hasOwn(labels, key) ? (labels[key] as string) : null;
}

/** A value for readers: its label with the value in brackets, or the value alone if it has no other label. */
export function labelled(column: Labelled | undefined, value: string): string {
  const label = column?.labels ? labelOf(column, value) : null;
  return label === null || label === value ? value : `${label} (${value})`;
}

/** Whether the values of a column are codes: at least half as many labels are given as there are distinct values. */
export function isCoded({ labels }: Pick<Labelled, 'labels'>, distinct: number | string): boolean {
  return labels !== undefined && Object.keys(labels).length * 2 >= Number(distinct);
}

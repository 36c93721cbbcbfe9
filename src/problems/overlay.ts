/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value has a member at a path of keys. */
export function hasPath(value: unknown, path: readonly (string | number)[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) && hasPath(value[key as never], rest);
}

/** Merges two JSON values: members of `over` replace those of `under`, recursively. If either is not an object, returns `over`. */
export function overlay(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  // Assignment would lose a key `__proto__`. If `under` lacks that key, `under[key]` is `Object.prototype`, which has no entries.
  return Object.fromEntries([
    ...Object.entries(under),
    ...Object.entries(over).map(([key, value]) => [key, overlay(under[key], value)]),
  ]);
}

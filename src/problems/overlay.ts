/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON value with another laid over it: members of an object replace those of the same name, anything else is replaced as a whole. */
export function overlay(under: unknown, over: unknown): unknown {
  if (!isObject(under) || !isObject(over)) return over;
  // Assignment would lose a column called __proto__. What an object inherits has no entries of its own, so it adds nothing.
  return Object.fromEntries([
    ...Object.entries(under),
    ...Object.entries(over).map(([key, value]) => [key, overlay(under[key], value)]),
  ]);
}

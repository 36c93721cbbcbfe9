/** A JSON number as it was written: `12.50`, or an integer with more digits than a double holds. */
export interface ExactNumber {
  digits: string;
}

/** What a cell of a record holds. */
export type Value = string | ExactNumber | null;

/**
 * Parses JSON, each of its numbers to an `ExactNumber`. Members keep their values under any name, `__proto__` too, but
 * not their order: an object has names that look like indexes, such as `2019`, in front.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

/** TypeScript's library does not know the third parameter yet (ECMAScript 2026, JSON.parse source text access). */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  if (context?.source === undefined) throw new Error('this runtime does not give the source text of JSON numbers');
  return { digits: context.source } satisfies ExactNumber;
}

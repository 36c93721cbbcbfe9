import type { Value } from '../contract/documents.ts';

/** A JSON number as it is written, such as `12.50`, or an integer with more digits than a double holds. */
export interface ExactNumber {
  digits: string;
}

/** A cell of a record. */
export type ExactValue = Value<ExactNumber>;

/**
 * Parses JSON, with each number as an `ExactNumber`. Any name works for a member, even `__proto__`. Members lose their order: a JavaScript
 * object puts names that look like indexes first, such as `2019`.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

/** TypeScript's library does not declare the third parameter yet (ECMAScript 2026, JSON.parse source text access). */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? { digits: context?.source } : value;
}

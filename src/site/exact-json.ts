import type { Value } from '../contract/documents.ts';

/** A JSON number exactly as written. Keeps the zero of `12.50`, and integers with more digits than a double can represent. */
export interface ExactNumber {
  digits: string;
}

/** The value of a record's cell. */
export type ExactValue = Value<ExactNumber>;

/**
 * Parses JSON and keeps each number as an `ExactNumber`. Any member name works, even `__proto__`. Members may change order: JavaScript
 * objects put integer names such as `2019` first.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, keepDigits);
}

/** TypeScript does not declare the third parameter of a reviver yet (ECMAScript 2026, JSON.parse source text access). */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? { digits: context?.source } : value;
}

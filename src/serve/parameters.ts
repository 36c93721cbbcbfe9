import { DEFAULT_LIMIT, MAX_LIMIT } from '../contract/routes.ts';

/** A parameter with a value that is not allowed. */
export interface InvalidParameter {
  parameter: string;
  /** All its values, joined with commas. */
  received: string;
  /** In words, or all allowed values. */
  expected: string | readonly string[];
}

/** Value of a parameter, or what is wrong with it. */
export type ParameterValue<T> = { value: T } | { invalid: InvalidParameter };

/** A whole number: the digits 0–9 without sign, leading zeros, fraction or exponent. */
const INTEGER = /^(?:0|[1-9][0-9]*)$/;

/** Parses the parameters of a query. A plus is a plus (RFC 3986), not a blank: no parameter has values with blanks. */
export function readQuery(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll('+', '%2B'));
}

/** `limit`, from 1 to `MAX_LIMIT`; `DEFAULT_LIMIT` if absent. */
export function readLimit(given: readonly string[]): ParameterValue<number> {
  return readInteger('limit', given, DEFAULT_LIMIT, 1, MAX_LIMIT);
}

/** `offset`, from 0 to the largest integer that every JSON reader represents exactly; 0 if absent. */
export function readOffset(given: readonly string[]): ParameterValue<number> {
  return readInteger('offset', given, 0, 0, Number.MAX_SAFE_INTEGER);
}

function readInteger(
  parameter: string,
  given: readonly string[],
  fallback: number,
  min: number,
  max: number,
): ParameterValue<number> {
  const [text] = given;
  if (text === undefined) return { value: fallback };
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (given.length === 1 && value >= min && value <= max) return { value };
  return { invalid: { parameter, received: given.join(', '), expected: `an integer from ${min} to ${max}, once` } };
}

/** Categories are listed for a client that gave none of them, unless they are more. */
const MAX_LISTED = 100;

/** `category`, one of the catalogue's; null if absent. */
export function readCategory(
  given: readonly string[],
  categories: ReadonlyMap<string, unknown>,
): ParameterValue<string | null> {
  const [text] = given;
  if (text === undefined) return { value: null };
  if (given.length === 1 && categories.has(text)) return { value: text };
  const expected =
    categories.size > MAX_LISTED ? `one of the ${categories.size} categories that /v1 lists` : [...categories.keys()];
  return { invalid: { parameter: 'category', received: given.join(', '), expected } };
}

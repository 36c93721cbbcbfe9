import { DEFAULT_LIMIT, MAX_LIMIT } from '../contract/routes.ts';

/** A parameter whose value does not fit. */
export interface InvalidParameter {
  parameter: string;
  received: string | null;
  expected: string | readonly string[];
}

/** Value of a parameter, or what is wrong with it. */
export type ParameterValue<T> = { value: T } | { misfit: InvalidParameter };

/** A whole number: the digits 0–9 without sign, leading zeros, fraction or exponent. */
const INTEGER = /^(?:0|[1-9][0-9]*)$/;

/** Parameters of a query. A plus is a plus (RFC 3986), not a blank, since no value of ours has blanks. */
export function readQuery(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll('+', '%2B'));
}

/** `limit`, 1 to 100. */
export function readLimit(given: readonly string[]): ParameterValue<number> {
  return readInteger('limit', given, DEFAULT_LIMIT, 1, MAX_LIMIT);
}

/** `offset`, 0 to the largest integer that every JSON reader keeps exactly. */
export function readOffset(given: readonly string[]): ParameterValue<number> {
  return readInteger('offset', given, 0, 0, Number.MAX_SAFE_INTEGER);
}

function readInteger(
  parameter: string,
  given: readonly string[],
  fallback: number,
  least: number,
  most: number,
): ParameterValue<number> {
  const [text] = given;
  if (text === undefined) return { value: fallback };
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (given.length === 1 && value >= least && value <= most) return { value };
  return { misfit: { parameter, received: received(given), expected: `an integer from ${least} to ${most}, once` } };
}

/** `category`, one of those of the catalogue; null when none is asked for. */
export function readCategory(given: readonly string[], categories: readonly string[]): ParameterValue<string | null> {
  const [text] = given;
  if (text === undefined) return { value: null };
  if (given.length === 1 && categories.includes(text)) return { value: text };
  return { misfit: { parameter: 'category', received: received(given), expected: categories } };
}

function received(given: readonly string[]): string {
  return given.join(', ');
}

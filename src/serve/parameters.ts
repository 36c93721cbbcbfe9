import { DEFAULT_LIMIT, MAX_LIMIT } from '../contract/routes.ts';

/** A non-negative integer in ASCII digits, without leading zeros. */
const INTEGER = /^(?:0|[1-9][0-9]*)$/;

/** Parses a query string. As in RFC 3986, a plus sign does not stand for a space. */
export function readQuery(search: string): URLSearchParams {
  return new URLSearchParams(search.replaceAll('+', '%2B'));
}

const WINDOW = {
  limit: { fallback: DEFAULT_LIMIT, min: 1, max: MAX_LIMIT },
  /** Up to the largest integer that every JSON reader represents exactly. */
  offset: { fallback: 0, min: 0, max: Number.MAX_SAFE_INTEGER },
};

/** `limit`, from 1 to `MAX_LIMIT`, or `offset`, from 0, or what is wrong with it. If absent, `DEFAULT_LIMIT` and 0. */
export function readInteger(parameter: keyof typeof WINDOW, given: readonly string[]) {
  const { fallback, min, max } = WINDOW[parameter];
  const [text] = given;
  if (text === undefined) return { value: fallback };
  const value = INTEGER.test(text) ? Number(text) : Number.NaN;
  if (given.length === 1 && value >= min && value <= max) return { value };
  return { invalid: { parameter, received: given.join(', '), expected: `a single integer from ${min} to ${max}` } };
}

/** Maximum number of categories to list if a request names an unknown one. */
const MAX_LISTED = 100;

/** `category`, the name of a category in the catalogue, or what is wrong with it; null if absent. */
export function readCategory(given: readonly string[], categories: ReadonlyMap<string, unknown>) {
  const [text] = given;
  if (text === undefined) return { value: null };
  if (given.length === 1 && categories.has(text)) return { value: text };
  const expected =
    categories.size > MAX_LISTED ? `one of the ${categories.size} categories listed in /v1` : [...categories.keys()];
  return { invalid: { parameter: 'category', received: given.join(', '), expected } };
}

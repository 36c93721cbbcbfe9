/** Parsers of individual settings. Each parses the given value or the default, and throws a `ProblemError` if it is invalid. */

import { DEFAULT_LIMIT, DOWNLOAD_FORMATS, MAX_LIMIT } from '../contract/routes.ts';
import type { DownloadFormat, Layout } from '../model.ts';
import { type Problem, ProblemError, problem } from '../problems/problem.ts';

/** Value of a setting as given: a string, or true for a switch. If not given, the setting's default; undefined if it has none. */
export type GivenValue = string | boolean | undefined;

/** One of the `of` parts into which a catalogue's datasets are divided. `number` is from 1 to `of`; `of` is at most 9999. */
export type ShardNumber = ReturnType<typeof readShard>;

/** Reads a flag that turns off a feature that is on by default. */
export function readSwitchOff(given: GivenValue): boolean {
  return given !== true;
}

/** Returns a parser for a setting that has no default: the parser returns null if the setting is not given. */
export function ifGiven<T, More extends unknown[]>(read: (given: string, ...more: More) => T) {
  return (given: GivenValue, ...more: More): T | null => (typeof given === 'string' ? read(given, ...more) : null);
}

/** Reads an http or https URL. Returns its origin, such as `https://data.example.org`; null if the setting is empty. */
export function readSite(given: string): string | null {
  if (given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refusal(`--site ${given} is not an http or https URL`, 'Write a URL such as https://data.example.org.');
  }
  if (url.username !== '' || url.password !== '') {
    // The message leaves out the address, since logs are read by others.
    const message = '--site contains a user name or password, which every page would show';
    throw refusal(message, `Write --site ${url.origin}.`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    const help = `Write --site ${url.origin} --base ${url.pathname}.`;
    throw refusal(`--site ${given} contains more than a scheme and a host`, help);
  }
  return url.origin;
}

/** Reads a path. Returns it with a leading and a trailing slash. */
export function readBase(given: GivenValue): string {
  const path = String(given);
  if (!/^\/(?:[A-Za-z0-9._~-]+(?:\/|$))*$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path)) {
    const help = 'Write a path such as /data, with a leading slash and only a–z, A–Z, 0–9, . _ ~ - and slashes.';
    throw refusal(`--base ${path} is not a valid path`, help);
  }
  return path.endsWith('/') ? path : `${path}/`;
}

/** Reads page sizes. Returns them in ascending order, without duplicates. */
export function readPageSizes(given: GivenValue): readonly number[] {
  const list = String(given);
  const sizes = list.split(',').map((size) => (/^[1-9][0-9]*$/.test(size.trim()) ? Number(size) : Number.NaN));
  const isList = sizes.every((size) => size <= MAX_LIMIT);
  if (!isList || !sizes.includes(DEFAULT_LIMIT)) {
    const reason = isList ? `does not include ${DEFAULT_LIMIT}` : 'is not a list of page sizes';
    const range = `Write whole numbers from 1 to ${MAX_LIMIT}, separated by commas.`;
    const help = `${range} Include ${DEFAULT_LIMIT}, the page size for requests without a limit.`;
    throw refusal(`--page-sizes ${list} ${reason}`, help);
  }
  return [...new Set(sizes)].sort((a, b) => a - b);
}

export function readLayout(given: GivenValue): Layout {
  if (given === 'pages' || given === 'packed') return given;
  throw refusal(`--layout ${given} is not a layout`, 'Write --layout pages or --layout packed.');
}

/** Reads download formats. Returns them in the order of `DOWNLOAD_FORMATS`, without duplicates. */
export function readFormats(given: GivenValue): readonly DownloadFormat[] {
  const list = String(given);
  const names = list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !DOWNLOAD_FORMATS.some((format) => format === name));
  if (unknown === undefined) return DOWNLOAD_FORMATS.filter((format) => names.includes(format));
  throw refusal(
    `--formats ${list} contains an unknown format: "${unknown}"`,
    `Write any of these formats, separated by commas: ${DOWNLOAD_FORMATS.join(', ')}. Write --formats "" for no downloads.`,
  );
}

/** Reads a comma-separated list of glob patterns. */
export function readPatterns(given: GivenValue): readonly string[] {
  if (typeof given !== 'string') return [];
  // A comma inside braces is part of the pattern, as in {a,b}.
  const patterns = given.split(/,(?![^{]*\})/).map((pattern) => pattern.trim());
  if (!patterns.includes('')) return patterns;
  const help = 'Write patterns separated by commas, such as wheat-*,rents.';
  throw refusal(`--only ${given} contains an empty pattern`, help);
}

export function readShard(given: string) {
  const [, number, of] = (/^([1-9][0-9]{0,3})\/([1-9][0-9]{0,3})$/.exec(given) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number <= of) return { number, of };
  const help = 'To build in three parts, run three builds, with --shard 1/3, 2/3 and 3/3. The maximum is 9999 parts.';
  throw refusal(`--shard ${given} is not a valid shard`, help);
}

/** Name and help of a setting, as used in messages. */
export interface Usage {
  /** The flag, the environment variable, or both: `--port or PORT`. */
  name: string;
  /** How to write the setting, and its meaning. */
  help: string;
}

/** Returns a parser for a whole number in a range. The parser multiplies it by `unit`. */
export function readNumber({ min = 1, max = 999_999, unit = 1 } = {}) {
  return (given: GivenValue, { name, help }: Usage): number => {
    const text = String(given);
    const number = /^(?:0|[1-9][0-9]{0,6})$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number * unit;
    throw refusal(`${name} must be a whole number from ${min} to ${max}, not ${text}`, help);
  };
}

function refusal(message: string, help: string): ProblemError {
  return new ProblemError(invalidSetting(message, help));
}

export function invalidSetting(message: string, help: string): Problem {
  return problem('setting-invalid', { file: null }, message, help);
}

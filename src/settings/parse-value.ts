/** Readers of single settings. Each reads the given value, or the setting's default. Throws a `ProblemError` if the value is invalid. */

import { DEFAULT_LIMIT, DOWNLOAD_FORMATS, MAX_LIMIT } from '../contract/routes.ts';
import type { DownloadFormat, Layout } from '../model.ts';
import { type Problem, ProblemError, problem } from '../problems/problem.ts';

/** A setting as given: its value as a string, or true for a switch; else its default, if it has one. */
export type GivenValue = string | boolean | undefined;

/** One part of a catalogue's datasets: `number` counts from 1 to `of`, which is at most 9999. */
export interface ShardNumber {
  number: number;
  of: number;
}

export function readText(given: GivenValue): string {
  return String(given);
}

export function readSwitch(given: GivenValue): boolean {
  return given === true;
}

/** Reads a flag that turns off what is on by default. */
export function readSwitchOff(given: GivenValue): boolean {
  return given !== true;
}

/** A string that has no default. */
export function readIfGiven(given: GivenValue): string | null {
  return typeof given === 'string' ? given : null;
}

/** The scheme and host of an http or https URL, without a slash at the end. */
export function readSite(given: GivenValue): string | null {
  if (typeof given !== 'string' || given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refusal(`--site ${given} is not an http or https URL`, 'Write it like https://data.example.org.');
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    const help = `Write --site ${url.origin} --base ${url.pathname}.`;
    throw refusal(`--site ${given} has a path, which is a setting of its own`, help);
  }
  return url.origin;
}

/** A path with a slash at either end. */
export function readBase(given: GivenValue): string {
  const path = String(given);
  if (!/^\/(?:[A-Za-z0-9._~-]+(?:\/|$))*$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path)) {
    const help = 'Write it like /data: it begins with a slash and contains only a–z, A–Z, 0–9, . _ ~ - and slashes.';
    throw refusal(`--base ${path} is not a path`, help);
  }
  return path.endsWith('/') ? path : `${path}/`;
}

/** Page sizes, each once, in ascending order. */
export function readPageSizes(given: GivenValue): readonly number[] {
  const list = String(given);
  const sizes = list.split(',').map((size) => (/^[1-9][0-9]*$/.test(size.trim()) ? Number(size) : Number.NaN));
  const isList = sizes.every((size) => size <= MAX_LIMIT);
  if (!isList || !sizes.includes(DEFAULT_LIMIT)) {
    const reason = isList ? `does not include ${DEFAULT_LIMIT}` : 'is not a list of page sizes';
    const range = `Write whole numbers from 1 to ${MAX_LIMIT}, separated by commas.`;
    const help = `${range} Include ${DEFAULT_LIMIT}: a request that names no limit gets pages of that size.`;
    throw refusal(`--page-sizes ${list} ${reason}`, help);
  }
  return [...new Set(sizes)].sort((a, b) => a - b);
}

export function readLayout(given: GivenValue): Layout {
  if (given === 'pages' || given === 'packed') return given;
  throw refusal(`--layout ${given} is not a layout`, 'Write --layout pages or --layout packed.');
}

/** Formats of downloads, each once, in the order of `DOWNLOADS`. */
export function readFormats(given: GivenValue): readonly DownloadFormat[] {
  const list = String(given);
  const names = list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !DOWNLOAD_FORMATS.some((format) => format === name));
  if (unknown === undefined) return DOWNLOAD_FORMATS.filter((format) => names.includes(format));
  throw refusal(
    `--formats ${list} names a format that there is not: "${unknown}"`,
    `Write formats separated by commas, from these: ${DOWNLOAD_FORMATS.join(', ')}. Write --formats "" for no downloads.`,
  );
}

/** Glob patterns, from a list separated by commas. */
export function readPatterns(given: GivenValue): readonly string[] {
  if (typeof given !== 'string') return [];
  // A comma within braces is part of its pattern: {a,b}.
  const patterns = given.split(/,(?![^{]*\})/).map((pattern) => pattern.trim());
  if (!patterns.includes('')) return patterns;
  const help = 'Write patterns separated by commas, such as wheat-*,rents.';
  throw refusal(`--only ${given} contains an empty pattern`, help);
}

export function readShard(given: GivenValue): ShardNumber | null {
  if (typeof given !== 'string') return null;
  const [, number, of] = (/^([1-9][0-9]{0,3})\/([1-9][0-9]{0,3})$/.exec(given) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number <= of) return { number, of };
  const help = 'Write --shard 1/3, 2/3 and 3/3 to build in three parts. The most is 9999 parts.';
  throw refusal(`--shard ${given} does not name a part`, help);
}

/** How messages name a setting. */
export interface Usage {
  /** Its flag or its variable, or both: `--port or PORT`. */
  name: string;
  /** How to give it, and what it means. */
  help: string;
}

/** Which whole numbers a setting takes. */
interface NumberRange {
  /** 1 if absent. */
  min?: number;
  /** 999,999 if absent. */
  max?: number;
  /** The setting is the number times this; 1 if absent. */
  unit?: number;
}

/** A reader of a whole number. */
export function readNumber({ min = 1, max = 999_999, unit = 1 }: NumberRange = {}) {
  return (given: GivenValue, { name, help }: Usage): number => {
    const text = String(given);
    const number = /^(?:0|[1-9][0-9]{0,6})$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number * unit;
    throw refusal(`${name} must be a whole number from ${min} to ${max}, not ${text}`, help);
  };
}

/** A reader of a whole number that has no default. */
export function readNumberIfGiven(range: NumberRange) {
  const read = readNumber(range);
  return (given: GivenValue, usage: Usage): number | null => (typeof given === 'string' ? read(given, usage) : null);
}

function refusal(message: string, help: string): ProblemError {
  return new ProblemError(invalidSetting(message, help));
}

export function invalidSetting(message: string, help: string): Problem {
  return problem('setting-invalid', { file: null }, message, help);
}

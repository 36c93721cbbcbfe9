/**
 * Readers of single settings. Each reads the given value, or the setting's default. If the value is invalid, the reader
 * adds a problem and returns the value that applies without it.
 */

import { MAX_COLUMNS, MOST_COLUMNS } from '../contract/limits.ts';
import { DEFAULT_FORMATS, DEFAULT_LIMIT, DOWNLOAD_FORMATS, MAX_LIMIT } from '../contract/routes.ts';
import type { DownloadFormat, Layout } from '../model.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** A setting as given: its text, true for a switch, or its default if it is not given. */
export type GivenValue = string | boolean | null;

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

/** Of a flag that turns off what is otherwise on. */
export function readSwitchOff(given: GivenValue): boolean {
  return given !== true;
}

/** A text that has no default. */
export function readIfGiven(given: GivenValue): string | null {
  return typeof given === 'string' ? given : null;
}

/** The scheme and host of an http or https URL, without a slash at the end. */
export function readSite(given: GivenValue, problems: Problem[]): string | null {
  if (typeof given !== 'string' || given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push(
      invalidSetting(`--site ${given} is not an http or https URL`, 'Write it like https://data.example.org.'),
    );
    return null;
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    problems.push(
      invalidSetting(
        `--site ${given} has a path, which is a setting of its own`,
        `Write --site ${url.origin} --base ${url.pathname}.`,
      ),
    );
  }
  return url.origin;
}

/** A path with a slash at either end. */
export function readBase(given: GivenValue, problems: Problem[]): string {
  const path = String(given);
  if (!/^\/(?:[A-Za-z0-9._~-]+(?:\/|$))*$/.test(path) || /\/\.{1,2}(?:\/|$)/.test(path)) {
    problems.push(
      invalidSetting(
        `--base ${path} is not a path`,
        'Write it like /data: it begins with a slash and contains only a–z, A–Z, 0–9, . _ ~ - and slashes.',
      ),
    );
    return '/';
  }
  return path.endsWith('/') ? path : `${path}/`;
}

/** Page sizes, each once, in ascending order. */
export function readPageSizes(given: GivenValue, problems: Problem[]): number[] {
  const list = String(given);
  const sizes = list.split(',').map((size) => (/^[1-9][0-9]*$/.test(size.trim()) ? Number(size) : Number.NaN));
  const isList = sizes.every((size) => size <= MAX_LIMIT);
  if (!isList || !sizes.includes(DEFAULT_LIMIT)) {
    problems.push(
      invalidSetting(
        `--page-sizes ${list} ${isList ? `does not include ${DEFAULT_LIMIT}` : 'is not a list of page sizes'}`,
        `Write whole numbers from 1 to ${MAX_LIMIT}, separated by commas. Include ${DEFAULT_LIMIT}: a request that names no limit gets pages of that size.`,
      ),
    );
    return [DEFAULT_LIMIT];
  }
  return [...new Set(sizes)].sort((a, b) => a - b);
}

export function readLayout(given: GivenValue, problems: Problem[]): Layout {
  if (given === 'pages' || given === 'packed') return given;
  problems.push(invalidSetting(`--layout ${given} is not a layout`, 'Write --layout pages or --layout packed.'));
  return 'pages';
}

/** Formats of downloads, each once, in the order of `DOWNLOADS`. */
export function readFormats(given: GivenValue, problems: Problem[]): DownloadFormat[] {
  const list = String(given);
  const names = list.split(',').map((name) => name.trim());
  const isNone = list.trim() === '';
  const unknown = isNone ? undefined : names.find((name) => !DOWNLOAD_FORMATS.some((format) => format === name));
  if (unknown === undefined) return DOWNLOAD_FORMATS.filter((format) => names.includes(format));
  problems.push(
    invalidSetting(
      `--formats ${list} names a format that there is not: "${unknown}"`,
      `Write formats separated by commas, from these: ${DOWNLOAD_FORMATS.join(', ')}. Write --formats "" for no downloads.`,
    ),
  );
  return [...DEFAULT_FORMATS];
}

/** Glob patterns, from a list separated by commas. */
export function readPatterns(given: GivenValue, problems: Problem[]): string[] {
  if (typeof given !== 'string') return [];
  // A comma within braces is part of its pattern: {a,b}.
  const patterns = given.split(/,(?![^{]*\})/).map((pattern) => pattern.trim());
  if (patterns.includes('')) {
    problems.push(
      invalidSetting(
        `--only ${given} contains an empty pattern`,
        'Write patterns separated by commas, such as wheat-*,rents.',
      ),
    );
  }
  return patterns;
}

export function readShard(given: GivenValue, problems: Problem[]): ShardNumber | null {
  if (typeof given !== 'string') return null;
  const [, number, of] = (/^([1-9][0-9]{0,3})\/([1-9][0-9]{0,3})$/.exec(given) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number <= of) return { number, of };
  problems.push(
    invalidSetting(
      `--shard ${given} does not name a part`,
      'Write --shard 1/3, 2/3 and 3/3 to build in three parts. The most is 9999 parts.',
    ),
  );
  return null;
}

/** The number of threads, from 1 to 999. */
export function readThreads(given: GivenValue, problems: Problem[]): number | null {
  if (typeof given !== 'string') return null;
  if (/^[1-9][0-9]{0,2}$/.test(given)) return Number(given);
  problems.push(invalidSetting(`--threads ${given} is not a number of threads`, 'Write a number from 1 to 999.'));
  return null;
}

/** The most columns that a file may have, from 1 to 1,000,000. */
export function readMaxColumns(given: GivenValue, problems: Problem[]): number {
  const count = String(given);
  if (/^[1-9][0-9]{0,6}$/.test(count) && Number(count) <= MOST_COLUMNS) return Number(count);
  problems.push(
    invalidSetting(`--max-columns ${count} is not a number of columns`, 'Write a whole number from 1 to 1000000.'),
  );
  return MAX_COLUMNS;
}

/** The largest size of a site, in bytes; the text gives it in megabytes of 1,000,000 bytes, from 1 to 9,999,999. Null for no limit. */
export function readMaxSize(given: GivenValue, problems: Problem[]): number | null {
  if (typeof given !== 'string') return null;
  if (/^[1-9][0-9]{0,6}$/.test(given)) return Number(given) * 1_000_000;
  problems.push(
    invalidSetting(
      `--max-size ${given} is not a size`,
      'Write a whole number of megabytes, such as --max-size 1000 for GitHub Pages.',
    ),
  );
  return null;
}

export function readPort(given: GivenValue, problems: Problem[]): number {
  const port = String(given);
  if (/^[0-9]{1,5}$/.test(port) && Number(port) <= 65535) return Number(port);
  problems.push(invalidSetting(`${port} is not a port`, 'Write a number from 0 to 65535 after --port, or in PORT.'));
  return 0;
}

/** The size in bytes; the text gives it in megabytes of 1,000,000 bytes. */
export function readCacheSize(given: GivenValue, problems: Problem[]): number {
  const megabytes = String(given);
  if (/^[0-9]{1,6}$/.test(megabytes)) return Number(megabytes) * 1_000_000;
  problems.push(
    invalidSetting(
      `CACHE_MB=${megabytes} is not a size`,
      'Set it to a whole number of megabytes, or to 0 for no cache.',
    ),
  );
  return 0;
}

/** A reader of a variable with a whole number from 1 to 999999, which it multiplies by `unit`. */
export function readCount(variable: string, unit = 1): (given: GivenValue, problems: Problem[]) => number {
  return (given, problems) => {
    const count = String(given);
    if (/^[1-9][0-9]{0,5}$/.test(count)) return Number(count) * unit;
    problems.push(
      invalidSetting(`${variable}=${count} is not a number above 0`, 'Set it to a whole number from 1 to 999999.'),
    );
    return unit;
  };
}

export function invalidSetting(message: string, help: string): Problem {
  return problem('setting-invalid', { file: null }, message, help);
}

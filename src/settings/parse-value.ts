/** Reads what settings are given as; what is wrong with one is added to the problems, and the setting is then as when it is not given. */

import type { Layout } from '../model.ts';
import { type Problem, problem } from '../problems/problem.ts';

/** One of the parts into which the datasets of a catalogue are divided: `number` from 1 to `of`, which is 9999 at most. */
export interface ShardNumber {
  number: number;
  of: number;
}

export function readSite(given: string | boolean | null, problems: Problem[]): string | null {
  if (typeof given !== 'string' || given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push(invalid(`--site ${given} is no http or https URL`, 'Write it like https://data.example.org.'));
    return null;
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    problems.push(
      invalid(
        `--site ${given} has a path`,
        `Write --site ${url.origin} --base ${url.pathname}: the path is a setting of its own.`,
      ),
    );
  }
  return url.origin;
}

export function readBase(given: string, problems: Problem[]): string {
  if (!/^\/(?:[A-Za-z0-9._~-]+(?:\/|$))*$/.test(given) || /\/\.{1,2}(?:\/|$)/.test(given)) {
    problems.push(
      invalid(
        `--base ${given} is no path`,
        'Write it like /data: it begins with a slash and holds a–z, 0–9, . _ ~ - only.',
      ),
    );
    return '/';
  }
  return given.endsWith('/') ? given : `${given}/`;
}

export function readPageSizes(given: string, problems: Problem[]): number[] {
  const sizes = given.split(',').map((size) => (/^[1-9][0-9]{0,2}$/.test(size.trim()) ? Number(size) : Number.NaN));
  if (!sizes.every((size) => size <= 100) || !sizes.includes(100)) {
    problems.push(
      invalid(
        `--page-sizes ${given} ${sizes.every((size) => size <= 100) ? 'does not have 100 in it' : 'is no list of page sizes'}`,
        'Write whole numbers from 1 to 100 with commas between, 100 among them: it is the limit of a request that names none.',
      ),
    );
    return [100];
  }
  return [...new Set(sizes)].sort((a, b) => a - b);
}

export function readLayout(given: string, problems: Problem[]): Layout {
  if (given === 'pages' || given === 'packed') return given;
  problems.push(invalid(`--layout ${given} is no layout`, 'Write --layout pages or --layout packed.'));
  return 'pages';
}

export function readPatterns(given: string | boolean | null, problems: Problem[]): string[] {
  if (typeof given !== 'string') return [];
  // Not at commas within braces: {a,b} is a pattern.
  const patterns = given.split(/,(?![^{]*\})/).map((pattern) => pattern.trim());
  if (patterns.includes('')) {
    problems.push(
      invalid(`--only ${given} has an empty pattern`, 'Write patterns with commas between: wheat-*,rents.'),
    );
  }
  return patterns;
}

export function readShard(given: string | boolean | null, problems: Problem[]): ShardNumber | null {
  if (typeof given !== 'string') return null;
  const [, number, of] = (/^([1-9][0-9]{0,3})\/([1-9][0-9]{0,3})$/.exec(given) ?? []).map(Number);
  if (number !== undefined && of !== undefined && number <= of) return { number, of };
  problems.push(
    invalid(
      `--shard ${given} is no part of a whole`,
      'Write --shard 1/3, 2/3 and 3/3 to build in three parts; there are 9999 at most.',
    ),
  );
  return null;
}

export function readThreads(given: string | boolean | null, problems: Problem[]): number | null {
  if (typeof given !== 'string') return null;
  if (/^[1-9][0-9]{0,2}$/.test(given)) return Number(given);
  problems.push(invalid(`--threads ${given} is no number of threads`, 'Write a number from 1 to 999.'));
  return null;
}

export function readPort(given: string, problems: Problem[]): number {
  if (/^[0-9]{1,5}$/.test(given) && Number(given) <= 65535) return Number(given);
  problems.push(invalid(`PORT=${given} is no port`, 'Set it to a number from 0 to 65535.'));
  return 0;
}

export function readCacheSize(given: string, problems: Problem[]): number {
  if (/^[0-9]{1,6}$/.test(given)) return Number(given) * 1_000_000;
  problems.push(invalid(`CACHE_MB=${given} is no size`, 'Set it to a whole number of megabytes, 0 for none.'));
  return 0;
}

export function invalid(message: string, help: string): Problem {
  return problem('setting-invalid', { file: null }, message, help);
}

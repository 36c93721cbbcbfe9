import type { Problem } from '../problems/problem.ts';
import type { BuildReport } from './build.ts';

/** What is told of a build, on paper and as JSON. */
export interface SiteReport {
  /** False when there is an error among the problems. */
  ok: boolean;
  /** False when the output was left as it was. */
  published: boolean;
  datasets: BuildReport['datasets'];
  problems: Problem[];
  /** Of the static site: the API and the pages. */
  files: number;
  bytes: number;
  seconds: number;
}

/** The report of a build that published nothing. */
export function refusedReport(problems: Problem[]): SiteReport {
  return { ok: false, published: false, datasets: [], problems, files: 0, bytes: 0, seconds: 0 };
}

/** Seconds, to the millisecond, since a moment that `process.uptime` told. */
export function secondsSince(started: number): number {
  // Unlike `performance`, it is there without being loaded.
  return Math.round((process.uptime() - started) * 1000) / 1000;
}

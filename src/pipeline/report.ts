import type { DatasetReport, Source, WrittenFile } from '../model.ts';
import { formatCount, formatMegabytes } from '../problems/format-problem.ts';
import type { Problem } from '../problems/problem.ts';

/** The result of publishing the files of /v1. */
export interface BuildReport {
  /** False if there is an error among the problems. */
  ok: boolean;
  /** False if there is no whole output: nothing was written, or a CSV file changed while the output was written. */
  published: boolean;
  datasets: DatasetReport[];
  problems: Problem[];
  /** All files of /v1; in an output of the API alone, all files. */
  files: readonly WrittenFile[];
  /** The files that were read and whose problems have fixes to try, each with all problems that were found in it. */
  fixable: readonly CheckedSource[];
}

/** A file that was read, and the problems that were found in it. */
export interface CheckedSource {
  source: Source;
  problems: readonly Problem[];
}

/** What a command reports about a build, as text and as JSON. */
export interface SiteReport {
  /** False if there is an error among the problems. */
  ok: boolean;
  /** False if the output was left as it was. */
  published: boolean;
  datasets: DatasetReport[];
  problems: Problem[];
  /** Number and bytes of the files of the static site, API and pages. */
  files: number;
  bytes: number;
  seconds: number;
}

/** `3 datasets, 1,200 rows, 40 files, 1.2 MB`. */
export function formatPublished({ datasets, files, bytes }: Pick<SiteReport, 'datasets' | 'files' | 'bytes'>): string {
  const rows = datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
  const counts = [formatCount(datasets.length, 'dataset'), formatCount(rows, 'row'), formatCount(files, 'file')];
  return [...counts, formatMegabytes(bytes)].join(', ');
}

/** The report of a build that published nothing. */
export function refusedReport(problems: Problem[]): SiteReport {
  return { ok: false, published: false, datasets: [], problems, files: 0, bytes: 0, seconds: 0 };
}

/** The same for the files of /v1. */
export function unpublished(problems: Problem[]): BuildReport {
  return { ok: false, published: false, datasets: [], problems, files: [], fixable: [] };
}

/** Seconds since a time of `process.uptime`, rounded up to milliseconds, so that what was done never took no time. */
export function secondsSince(started: number): number {
  // `performance` would have to be loaded first.
  return Math.ceil((process.uptime() - started) * 1000) / 1000;
}

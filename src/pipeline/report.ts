import type { DatasetReport, Source, WrittenFile } from '../model.ts';
import { formatCount, formatMegabytes } from '../problems/format-problem.ts';
import type { Problem } from '../problems/problem.ts';
import type { ManifestReport } from './incremental/build-manifest.ts';

/** Result of publishing the files of /v1. */
export interface BuildReport {
  /** False if there is an error among the problems. */
  ok: boolean;
  /** False if nothing was written or the output is incomplete, for example because a CSV file changed during the build. */
  published: boolean;
  datasets: DatasetReport[];
  problems: Problem[];
  /** Published files, not counting compressed copies: all files of an API-only output; otherwise at least those of /v1. */
  files: readonly WrittenFile[];
  /** Files whose problems have fixes to try, each with all problems found in it. */
  fixable: { source: Source; problems: readonly Problem[] }[];
}

/** A command's report about a build, which is printed as text or JSON. */
export interface SiteReport extends ManifestReport {
  /** False if nothing was published because of an error; an existing output is then unchanged. */
  published: boolean;
  seconds: number;
}

/** Summary of a build, such as `3 datasets, 1,200 rows, 40 files, 1.2 MB`. */
export function formatPublished({ datasets, files, bytes }: Pick<SiteReport, 'datasets' | 'files' | 'bytes'>): string {
  const rows = datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
  const counts = [formatCount(datasets.length, 'dataset'), formatCount(rows, 'row'), formatCount(files, 'file')];
  return [...counts, formatMegabytes(bytes)].join(', ');
}

/** Report of a build that published nothing. */
export function refusedReport(problems: Problem[]): SiteReport {
  return { ok: false, published: false, datasets: [], problems, files: 0, bytes: 0, seconds: 0 };
}

/** Result of publishing the files of /v1 if none were written. */
export function unpublished(problems: Problem[]): BuildReport {
  return { ok: false, published: false, datasets: [], problems, files: [], fixable: [] };
}

/** Seconds since `started`, a value of `process.uptime()`. Rounded up to milliseconds, so that no duration is reported as zero. */
export function secondsSince(started: number): number {
  // `performance.now()` would do as well, but Node would have to load it first.
  return Math.ceil((process.uptime() - started) * 1000) / 1000;
}

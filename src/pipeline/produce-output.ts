/** Builds an output next to the old one, then replaces the old one with it. If a step fails, the old output remains unchanged. */

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../problems/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { checkSize } from './files/check-size.ts';
import { totalOf } from './files/files-of-datasets.ts';
import { requirePortableNames } from './files/portable-names.ts';
import { writeManifest } from './incremental/build-manifest.ts';
import { listOutput, type OutputChanges, sizeOf, unlistedIn } from './incremental/output-listing.ts';
import { openReuse, type Reuse } from './incremental/reuse.ts';
import { lockOutput } from './output/lock-output.ts';
import { isOutput, measureFolder, realPath, whyNotReplaceable } from './output/output-folder.ts';
import { CLIENT, recycledOutputOf, workFolderBeside } from './output/output-names.ts';
import { folderRemover } from './output/remove-folder.ts';
import { mendFolder, swapFolder, takeFolder } from './output/swap-folder.ts';
import { explainingWriteErrors } from './output/write-errors.ts';
import { type BuildReport, refusedReport, type SiteReport, secondsSince } from './report.ts';

/** Name of the raw-data folder in messages. */
export const RAW_DATA = 'the raw data';

/** Maximum number of paths that a problem names. */
const MAX_NAMED = 5;

export interface Production {
  out: string;
  /** Folders that the output is made from, and their names in messages. */
  inputs: readonly { path: string; name: string }[];
  /** Whether the output contains only the files of /v1, without pages. */
  isApiOnly: boolean;
  /** Settings of a build from raw data, used to find files that it can reuse; null if the output is made from shards. */
  settings: Settings | null;
  /** Maximum size of the static site, in bytes; null for no limit. */
  maxSize: number | null;
  /**
   * Writes the output to an empty folder, with the static site in the subfolder `client`. Anything written next to the given folder is
   * removed at the end.
   */
  makeIn(folder: string, reuse: Reuse | null): BuildReport | Promise<BuildReport>;
}

/** Produces an output. If another build has locked it, reports that to `progress` and waits. */
export async function produceOutput(production: Production, progress: (line: string) => void): Promise<SiteReport> {
  const started = process.uptime();
  const { out, inputs } = production;
  try {
    const refused = explainingWriteErrors(out, () => whyNotReplaceable(out, inputs));
    if (refused !== null) {
      const message = `cannot use ${out} as the output folder: ${refused}`;
      return refusedReport([
        problem('setting-invalid', { file: null }, message, 'Choose another folder with --out DIR.'),
      ]);
    }
    const lock = await lockOutput(out, () => progress(`another build is writing to ${out}: waiting for it to finish`));
    try {
      const left = mendFolder(out, lock.isExclusive);
      const report = await makeAndSwap(production, lock.isExclusive, left, progress);
      return { ...report, problems: [...left.map(leftover), ...report.problems], seconds: secondsSince(started) };
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...refusedReport([error.problem]), seconds: secondsSince(started) };
  }
}

function leftover(error: Error): Problem {
  const message = `an old or unfinished output could not be removed and still takes up space: ${error.message}`;
  return problem('output-leftover', { file: null }, message, 'Delete it manually.');
}

function foreign(out: string, paths: readonly string[], kept: string): Problem {
  const [named, others] = [paths.slice(0, MAX_NAMED).join(', '), paths.length - MAX_NAMED];
  const message = `${out} contained what this build did not make: ${named}${others > 0 ? ` and ${others} more` : ''}`;
  const help = `It was moved to ${kept} with the old output: take it from there before the next build, which may remove that.`;
  return problem('output-foreign', { file: null }, message, help);
}

/**
 * Builds the output in a staging folder and swaps it in. `isExclusive` means that no other build can write to the output. `left` receives the
 * errors of folders that cannot be removed.
 */
async function makeAndSwap(
  production: Production,
  isExclusive: boolean,
  left: Error[],
  progress: (line: string) => void,
): Promise<SiteReport> {
  const { out, isApiOnly, settings, maxSize, makeIn } = production;
  const place = realPath(out);
  const work = workFolderBeside(place);
  const finished = join(work, 'output');
  const removeWork = folderRemover(work);
  try {
    explainingWriteErrors(work, () => mkdirSync(finished, { recursive: true }));
    // A manifest would not list the compressed files of the API, so an output that has them cannot be reused.
    const canReuse = settings !== null && isExclusive && !settings.precompress;
    const recycled = recycledOutputOf(place);
    const isTaken = isExclusive && isOutput(recycled) && takeFolder(recycled, join(work, 'recycled'));
    const recycling = isTaken && !settings?.verify ? join(work, 'recycled') : null;
    const reuse = canReuse ? openReuse(settings, place, recycling) : null;
    if (reuse) reportChanges(reuse.changesInPlace, progress);
    const report = await makeIn(finished, reuse);
    if (!report.published) return refusedReport(report.problems);
    if (!isApiOnly) requirePortableNames(join(finished, CLIENT));
    const listing = reuse && explainingWriteErrors(finished, () => listOutput(`${finished}/`, report.files));
    const written = isApiOnly
      ? totalOf(report.files)
      : listing
        ? sizeOf(listing)
        : measureFolder(join(finished, CLIENT));
    const { ok, datasets } = report;
    const found = maxSize === null ? [] : checkSize(written.bytes, maxSize, datasets);
    const problems = [...report.problems, ...found];
    if (found.some(({ severity }) => severity === 'error')) return refusedReport(problems);
    if (reuse && listing) {
      const manifest = reuse.changes.toManifest({ ok, datasets, problems, ...written }, listing);
      explainingWriteErrors(finished, () => writeManifest(finished, manifest));
    }
    // Without a list of the old output, its top folders are compared with those of the new one.
    const namesIn = (path: string) => ({ path, modified: null, names: readdirSync(join(finished, path)) });
    const others = unlistedIn(`${place}/`, reuse?.changes.previous?.output() ?? ['', CLIENT].map(namesIn));
    // What others have put into the output is never removed by the build that finds it.
    const kept = others.length > 0 && existsSync(recycled) ? `${recycled}-${crypto.randomUUID()}` : recycled;
    const old = swapFolder(finished, place, reuse || others.length > 0 ? kept : null);
    if (old) left.push(old);
    if (others.length > 0) problems.push(foreign(out, others, kept));
    return { ok, published: true, datasets, problems, ...written, seconds: 0 };
  } finally {
    const remaining = await removeWork();
    if (remaining) left.push(remaining);
  }
}

function reportChanges({ files, folders }: OutputChanges, progress: (line: string) => void): void {
  const [first] = files;
  if (first !== undefined) {
    const which = files.length === 1 ? first : `${formatCount(files.length, 'file')}, such as ${first}`;
    progress(`repair    ${which}: changed or removed since the last build; will be restored`);
  } else if (folders.length > 0)
    progress(`repair    ${folders[0] || 'the output'}: changed since the last build; any added files are left out`);
}

/** Makes an output beside the old one, and puts it in its place once it is finished. If a step fails, the old output stays as it was. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../problems/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { checkSize } from './files/check-size.ts';
import { totalOf } from './files/files-of-datasets.ts';
import { requirePortableNames } from './files/portable-names.ts';
import { writeManifest } from './incremental/build-manifest.ts';
import { listOutput, type OutputChanges } from './incremental/output-listing.ts';
import { openReuse, type Reuse } from './incremental/reuse.ts';
import { lockOutput } from './output/lock-output.ts';
import { type InputFolder, isOutput, measureFolder, realPath, whyNotReplaceable } from './output/output-folder.ts';
import { CLIENT, recycledOutputOf, workFolderBeside } from './output/output-names.ts';
import { mendFolder, swapFolder, takeFolder } from './output/swap-folder.ts';
import { explainingWriteErrors } from './output/write-errors.ts';
import { type BuildReport, refusedReport, type SiteReport, secondsSince } from './report.ts';

/** What messages call the raw-data folder. */
export const RAW_DATA = 'the raw data';

/** An output to be made. */
export interface Production {
  out: string;
  /** What it is made from. */
  inputs: readonly InputFolder[];
  /** The output has the files of /v1, and no pages. */
  isApiOnly: boolean;
  /** For a build from raw data, which may reuse what has not changed; null for any other. */
  settings: Settings | null;
  /** Maximum bytes that the static site may have; null for no limit. */
  maxSize: number | null;
  /**
   * Makes the output in an empty folder. The static site goes to its folder `client`. What else is written beside that folder is removed at
   * the end.
   */
  makeIn(folder: string, reuse: Reuse | null): BuildReport | Promise<BuildReport>;
}

/** Makes an output. Waits while another build writes to it; `progress` receives a line then. */
export async function produceOutput(production: Production, progress: (line: string) => void): Promise<SiteReport> {
  const started = process.uptime();
  const { out, inputs } = production;
  try {
    const refused = explainingWriteErrors(out, () => whyNotReplaceable(out, inputs));
    if (refused !== null) return refusedReport([unusableOutput(out, refused)]);
    const lock = await lockOutput(out, () => progress(`another build is writing ${out}: waiting for it to end`));
    try {
      const leftovers = mendFolder(out, lock.isExclusive);
      const report = await makeAndSwap(production, lock.isExclusive, progress);
      return { ...report, problems: [...leftovers.map(leftover), ...report.problems], seconds: secondsSince(started) };
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...refusedReport([error.problem]), seconds: secondsSince(started) };
  }
}

function unusableOutput(out: string, reason: string): Problem {
  const help = 'Name another folder with --out DIR.';
  return problem('setting-invalid', { file: null }, `${out} cannot be the output: ${reason}`, help);
}

function leftover(error: Error): Problem {
  const message = `an old output could not be removed, and takes up space: ${error.message}`;
  return problem('output-leftover', { file: null }, message, 'Remove it by hand.');
}

/** With `isExclusive`, no other build can write to the output. */
async function makeAndSwap(
  production: Production,
  isExclusive: boolean,
  progress: (line: string) => void,
): Promise<SiteReport> {
  const { out, isApiOnly, settings, maxSize, makeIn } = production;
  const place = realPath(out);
  const work = workFolderBeside(place);
  const finished = join(work, 'output');
  try {
    explainingWriteErrors(work, () => mkdirSync(finished, { recursive: true }));
    // The manifest does not know the compressed files.
    const canReuse = settings !== null && isExclusive && !settings.precompress;
    const recycled = recycledOutputOf(place);
    const isTaken = isExclusive && isOutput(recycled) && takeFolder(recycled, join(work, 'recycled'));
    const recycling = isTaken && !settings?.verify ? join(work, 'recycled') : null;
    const reuse = canReuse ? openReuse(settings, place, recycling) : null;
    if (reuse) reportChanges(reuse.changesInPlace, progress);
    const report = await makeIn(finished, reuse);
    if (!report.published) return refusedReport(report.problems);
    if (!isApiOnly) requirePortableNames(join(finished, CLIENT));
    const written = isApiOnly ? totalOf(report.files) : measureFolder(join(finished, 'client'));
    const doubts = maxSize === null ? [] : checkSize(written.bytes, maxSize, report.datasets);
    if (doubts.some(({ severity }) => severity === 'error')) return refusedReport([...report.problems, ...doubts]);
    const { ok, datasets } = report;
    const problems = [...report.problems, ...doubts];
    const seal = (folder: string): void => {
      if (!reuse) return;
      const listing = listOutput(`${folder}/`, report.files);
      writeManifest(folder, reuse.changes.toManifest({ ok, datasets, problems, ...written }, listing));
    };
    const old = swapFolder(finished, place, { seal, keepOldAs: isApiOnly && reuse ? recycled : undefined });
    const left = old === null ? [] : [leftover(old)];
    return { ok, published: true, datasets, problems: [...problems, ...left], ...written, seconds: 0 };
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Reports what was changed in the output in place: this build makes it again as it must be. */
function reportChanges({ files, folders }: OutputChanges, progress: (line: string) => void): void {
  const [first] = files;
  if (first !== undefined) {
    const which = files.length === 1 ? first : `${formatCount(files.length, 'file')}, such as ${first}`;
    progress(`mend      ${which}: not as published, made again`);
  } else if (folders.length > 0)
    progress(`mend      ${folders[0] || 'the output'}: has files that were not published, left out`);
}

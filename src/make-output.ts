/**
 * Makes an output beside the old one, and puts it in its place when it is finished: what fails, at whatever point, leaves the
 * old output as it was.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildReport } from './build.ts';
import { type Problem, ProblemError, problem } from './problems.ts';
import { lockOutput } from './publish/lock-output.ts';
import { type InputFolder, measureFolder, temporaryFolder, whyNotReplaceable } from './publish/output.ts';
import { mendFolder, replaceFolder } from './publish/replace-folder.ts';
import { writing } from './publish/write-failure.ts';
import { WORK_FOLDER } from './work-folder.ts';

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

/** An output that is to be made. */
export interface Production {
  out: string;
  /** What it is made from. */
  inputs: readonly InputFolder[];
  /** Makes it in an empty folder: the static site is in its folder `client`. */
  makeIn(folder: string): BuildReport | Promise<BuildReport>;
}

/** Makes an output; `progress` is told what happens, a line at a time. Waits while another build is at work on the output. */
export async function makeOutput(production: Production, progress: (line: string) => void): Promise<SiteReport> {
  const started = performance.now();
  const seconds = (): number => Math.round(performance.now() - started) / 1000;
  const { out, inputs } = production;
  try {
    const refused = writing(out, () => whyNotReplaceable(out, inputs));
    if (refused !== null) return refusedReport([unusableOutput(out, refused)]);
    const lock = await lockOutput(out, () => progress(`another build is writing ${out}: waiting for it to end`));
    try {
      const leftovers = mendFolder(out, lock.isAlone);
      const report = await makeAndReplace(production);
      return { ...report, problems: [...leftovers.map(leftover), ...report.problems], seconds: seconds() };
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...refusedReport([error.problem]), seconds: seconds() };
  }
}

function unusableOutput(out: string, reason: string): Problem {
  const help = 'Name another folder with --out DIR.';
  return problem('setting-invalid', { file: null }, `${out} cannot be the output: ${reason}`, help);
}

function leftover(error: Error): Problem {
  const message = `a former output could not be removed, and takes up room: ${error.message}`;
  return problem('output-leftover', { file: null }, message, 'Remove it by hand.');
}

async function makeAndReplace({ out, makeIn }: Production): Promise<SiteReport> {
  const finished = temporaryFolder(WORK_FOLDER);
  try {
    const report = await makeIn(finished);
    if (!report.published) return refusedReport(report.problems);
    const written = measureFolder(join(finished, 'client'));
    const kept = replaceFolder(finished, out);
    const problems = kept ? [...report.problems, leftover(kept)] : report.problems;
    return { ok: report.ok, published: true, datasets: report.datasets, problems, ...written, seconds: 0 };
  } finally {
    rmSync(finished, { recursive: true, force: true });
  }
}

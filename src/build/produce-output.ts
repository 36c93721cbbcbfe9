/**
 * Makes an output beside the old one, and puts it in its place when it is finished: what fails, at whatever point, leaves the
 * old output as it was.
 */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Problem, ProblemError, problem } from '../problems/problem.ts';
import type { Settings } from '../settings/settings.ts';
import type { BuildReport } from './build.ts';
import { writeManifest } from './incremental/build-manifest.ts';
import { openReuse } from './incremental/open-renewal.ts';
import type { Reuse } from './incremental/reuse.ts';
import { lockOutput } from './output/lock-output.ts';
import {
  type InputFolder,
  measureFolder,
  realPath,
  temporaryFolder,
  whyNotReplaceable,
} from './output/output-folder.ts';
import { MANIFEST_FILE, recycledOutputOf } from './output/output-names.ts';
import { WORK_FOLDER } from './output/project-folder.ts';
import { mendFolder, removeSpare, swapFolder } from './output/swap-folder.ts';
import { explainingWriteErrors } from './output/write-errors.ts';
import { refusedReport, type SiteReport, secondsSince } from './report.ts';

/** An output that is to be made. */
export interface Production {
  out: string;
  /** What it is made from. */
  inputs: readonly InputFolder[];
  /** True where it is the files of /v1, and nothing else that is published. */
  isApiAlone: boolean;
  /** Of a build from raw data, which need not do again what has not changed; null for another. */
  settings: Settings | null;
  /** Makes it in a folder that is empty, or is the spare of `renewal`: the static site is in its folder `client`. */
  makeIn(folder: string, renewal: Reuse | null): BuildReport | Promise<BuildReport>;
}

/** Makes an output; `progress` is told what happens, a line at a time. Waits while another build is at work on the output. */
export async function makeOutput(production: Production, progress: (line: string) => void): Promise<SiteReport> {
  const started = process.uptime();
  const { out, inputs } = production;
  try {
    const refused = explainingWriteErrors(out, () => whyNotReplaceable(out, inputs));
    if (refused !== null) return refusedReport([unusableOutput(out, refused)]);
    const lock = await lockOutput(out, () => progress(`another build is writing ${out}: waiting for it to end`));
    try {
      const leftovers = mendFolder(out, lock.isAlone);
      const report = await makeAndReplace(production, lock.isAlone);
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
  const message = `a former output could not be removed, and takes up room: ${error.message}`;
  return problem('output-leftover', { file: null }, message, 'Remove it by hand.');
}

/** `isAlone` is true where no other build can be at work on the output. */
async function makeAndReplace(production: Production, isAlone: boolean): Promise<SiteReport> {
  const { out, isApiAlone, settings, makeIn } = production;
  const place = realPath(out);
  const spare = recycledOutputOf(place);
  // What is compressed beside the files is no part of a record.
  const canRenew = settings !== null && isAlone && !settings.precompress;
  const renewal = canRenew ? openReuse(settings, place, isApiAlone ? spare : null) : null;
  const usesSpare = renewal?.usesSpare === true;
  const old = isAlone && !usesSpare ? withoutSpare(spare) : null;
  const finished = usesSpare ? spare : temporaryFolder(WORK_FOLDER);
  try {
    const report = await makeIn(finished, renewal);
    if (!report.published) return refusedReport(report.problems);
    const { ok, datasets, problems } = report;
    const written = isApiAlone ? report.written : measureFolder(join(finished, 'client'));
    const record = renewal?.notes.toRecord({ ok, datasets, problems, ...written }, join(finished, 'client'));
    if (record) explainingWriteErrors(finished, () => writeManifest(finished, record));
    const kept = swapFolder(finished, place, isApiAlone && renewal?.notes.isSameSettings ? spare : null);
    const left = [old, kept].filter((it) => it !== null);
    return { ok, published: true, datasets, problems: [...problems, ...left.map(leftover)], ...written, seconds: 0 };
  } finally {
    // A spare that is whole is of use to the next build.
    if (!usesSpare) rmSync(finished, { recursive: true, force: true });
    else if (!existsSync(join(spare, MANIFEST_FILE))) withoutSpare(spare);
  }
}

/** Removes a spare; returns what kept it from that. */
function withoutSpare(spare: string): Error | null {
  try {
    removeSpare(spare);
    return null;
  } catch (error) {
    return error as Error;
  }
}

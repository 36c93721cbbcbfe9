/**
 * Builds the whole output, API and pages, beside the old one, and puts it in its place when it is finished: a build that
 * fails, at whatever point, leaves the old output as it was.
 */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'astro';
import type { BuildReport } from './build.ts';
import type { Settings } from './config.ts';
import { astroConfig, BuildFailed, WORK_FOLDER } from './integration.ts';
import { type Problem, problem } from './problems.ts';
import { measureFolder, replaceFolder, temporaryFolder, whyNotReplaceable } from './publish/output.ts';

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

/** Builds the site; `progress` is told what happens, a line at a time. */
export async function buildSite(settings: Settings, progress: (line: string) => void): Promise<SiteReport> {
  const started = performance.now();
  const seconds = (): number => Math.round(performance.now() - started) / 1000;
  const refused = whyNotReplaceable(settings.out, settings.rawData);
  if (refused !== null) return refusedReport([unusableOutput(settings, refused)]);
  const finished = temporaryFolder(WORK_FOLDER);
  // What is published does not depend on the environment of who builds it; Astro would look at this.
  process.env.NODE_ENV = 'production';
  try {
    const report = await buildInto(finished, settings, progress);
    if (!report.published) return { ...refusedReport(report.problems), seconds: seconds() };
    const written = measureFolder(join(finished, 'client'));
    try {
      replaceFolder(finished, settings.out);
    } catch (error) {
      const problems = [...report.problems, unusableOutput(settings, (error as Error).message)];
      return { ...refusedReport(problems), seconds: seconds() };
    }
    const { ok, datasets, problems } = report;
    return { ok, published: true, datasets, problems, ...written, seconds: seconds() };
  } finally {
    rmSync(finished, { recursive: true, force: true });
  }
}

function unusableOutput({ out }: Settings, reason: string): Problem {
  const help = 'Name another folder with --out DIR, or empty this one.';
  return problem('setting-invalid', { file: null }, `${out} cannot be the output: ${reason}`, help);
}

async function buildInto(folder: string, settings: Settings, progress: (line: string) => void): Promise<BuildReport> {
  let report: BuildReport | null = null;
  const config = astroConfig(settings, {
    progress,
    onReport: (it) => {
      report = it;
    },
  });
  try {
    await build({ ...config, outDir: folder, configFile: false, logLevel: 'silent' });
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    return error.report;
  }
  if (!report) throw new Error('Astro finished without building the API');
  return report;
}

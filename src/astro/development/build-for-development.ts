import { copyFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MODULE_FILES, RENDER_LIST } from '../../contract/routes.ts';
import { detectChanges } from '../../pipeline/incremental/change-detector.ts';
import type { Reuse } from '../../pipeline/incremental/reuse.ts';
import { upToDateReport } from '../../pipeline/incremental/up-to-date.ts';
import { markOutput } from '../../pipeline/output/output-folder.ts';
import { CLIENT } from '../../pipeline/output/output-names.ts';
import { PROJECT } from '../../pipeline/output/project-folder.ts';
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import { produceOutput } from '../../pipeline/produce-output.ts';
import { publishRawData } from '../../pipeline/publish-api.ts';
import type { BuildReport, SiteReport } from '../../pipeline/report.ts';
import type { Settings } from '../../settings/settings.ts';
import { preparePages } from '../prepare-pages.ts';

/** A build to make for a development server. */
export interface DevBuild {
  /** `out` is the output folder. */
  settings: Settings;
  /** Whether requests are waiting for this build, since the server has published nothing yet. */
  isFirst: boolean;
}

const quiet = (): void => {};

/**
 * Builds the API and draws the charts, without pages or pictures, and reuses what is unchanged in the output. Unless the output is from the
 * same settings and generator, the first build leaves out what takes most of the time, for the next build to add: the downloads, the
 * charts, and a file for each page of records, which a server can answer without. If the first build publishes nothing, an earlier output
 * is removed, since it may be of other data.
 */
export async function buildForDevelopment({ settings: chosen, isFirst }: DevBuild): Promise<SiteReport> {
  // What is being edited differs from its last state on purpose.
  const given = { ...chosen, compare: false };
  // During the first build, another processor is busy with loading Astro.
  const threads = isFirst ? 1 : availableParallelism();
  const isLight = isFirst && !detectChanges(given, given.out)?.hasSameSettings;
  // No other build of a development server has the API only, so none takes the output of this one for complete.
  const light = isLight ? { formats: [], layout: 'packed' as const, apiOnly: true } : {};
  const settings = { ...given, ...light, threads };
  const unchanged = upToDateReport(settings, quiet);
  if (unchanged) return { ...unchanged, published: true, seconds: 0 };
  const makeIn = async (folder: string, reuse: Reuse | null): Promise<BuildReport> => {
    const client = join(folder, CLIENT);
    const built = await publishRawData(settings, quiet, { reuse })(client);
    if (!built.published) return built;
    const drawing = { pictures: false, threads, reuse, progress: quiet };
    const charts = isLight ? { problems: [], reused: [] } : await preparePages(client, drawing);
    explainingWriteErrors(folder, () => {
      // Pages of all datasets are rendered, whenever they are requested.
      rmSync(join(client, RENDER_LIST), { force: true });
      for (const file of MODULE_FILES) copyFileSync(join(PROJECT, 'public', file), join(client, file));
      markOutput(folder);
    });
    const problems = [...built.problems, ...charts.problems];
    return { ...built, problems, files: [...built.files, ...charts.reused] };
  };
  // The output may be in the raw data, in a hidden folder, which is not read.
  const production = { inputs: [], isApiOnly: true, maxSize: null };
  const report = await produceOutput({ ...production, out: given.out, settings, makeIn }, quiet);
  if (isFirst && !report.published) rmSync(given.out, { recursive: true, force: true, maxRetries: 3 });
  return report;
}

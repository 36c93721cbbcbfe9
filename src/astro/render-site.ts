import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'astro';
import { trimCompileCache } from '../build/incremental/compile-cache.ts';
import type { Reuse } from '../build/incremental/reuse.ts';
import { WORK_FOLDER } from '../build/output/project-folder.ts';
import { certainWriteFailure } from '../build/output/write-errors.ts';
import type { Progress } from '../build/progress.ts';
import type { PublishApi, SiteSettings } from '../build/publish-api.ts';
import type { BuildReport } from '../build/report.ts';
import { API_FOLDER, LOGO_FILE } from '../contract/routes.ts';
import type { WrittenFile } from '../model.ts';
import type { Problem } from '../problems/problem.ts';
import { astroConfig, BuildFailed, type IntegrationOptions, OtherAssets } from './integration.ts';

/**
 * Makes a complete output in a folder below the work folder: publishes the API, and renders the pages from what was published. `reuse` has the
 * pages of unchanged datasets.
 */
export async function renderSite(
  folder: string,
  settings: SiteSettings,
  publish: PublishApi,
  progress: Progress,
  reuse: Reuse | null = null,
): Promise<BuildReport> {
  // The output must not depend on the environment of the build, and Astro reads this variable.
  process.env.NODE_ENV = 'production';
  let report: BuildReport | null = null;
  let prepared: { reused: readonly WrittenFile[]; problems: readonly Problem[] } = { reused: [], problems: [] };
  const publishAndKeep: PublishApi = async (staging) => {
    report = await publish(staging);
    return report;
  };
  const render = (options: IntegrationOptions): Promise<void> =>
    build({
      ...astroConfig(settings, {
        ...options,
        progress,
        onPrepared: (reused, found) => {
          prepared = { reused, problems: found };
        },
      }),
      outDir: folder,
      configFile: false,
      logLevel: 'silent',
    });
  try {
    await render({ publish: publishAndKeep, reuse }).catch((error) => {
      if (!(error instanceof OtherAssets)) throw error;
      return render({ publish: publishAgain(error.published, report as BuildReport | null) });
    });
  } catch (error) {
    if (error instanceof BuildFailed) return error.report;
    throw certainWriteFailure(WORK_FOLDER, error) ?? error;
  }
  trimCompileCache();
  if (!report) throw new Error('Astro finished without building the API');
  const { files, problems, ...others }: BuildReport = report;
  return {
    ...others,
    problems: [...problems, ...prepared.problems],
    files: { ...files, written: [...files.written, ...prepared.reused] },
  };
}

/** Makes the function that publishes what was published into another folder before. */
function publishAgain(published: string, report: BuildReport | null): PublishApi {
  return async (folder) => {
    if (!report) throw new Error('nothing was published before');
    mkdirSync(folder, { recursive: true });
    for (const name of [API_FOLDER, LOGO_FILE]) {
      if (existsSync(join(published, name))) renameSync(join(published, name), join(folder, name));
    }
    return report;
  };
}

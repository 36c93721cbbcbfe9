import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'astro';
import { API_FOLDER, LOOK_FILES } from '../contract/routes.ts';
import { trimCompileCache } from '../pipeline/incremental/compile-cache.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { WORK_FOLDER } from '../pipeline/output/project-folder.ts';
import { certainWriteFailure } from '../pipeline/output/write-errors.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { PublishApi, SiteSettings } from '../pipeline/publish-api.ts';
import type { BuildReport } from '../pipeline/report.ts';
import { astroConfig, type IntegrationOptions, OtherAssets } from './integration.ts';
import { BuildFailed, type PublishedBuild } from './publishing.ts';

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
  let rendered = null as PublishedBuild | null;
  const render = (options: IntegrationOptions): Promise<void> =>
    build({
      ...astroConfig(settings, {
        ...options,
        progress,
        onPublished: (it) => {
          rendered = it;
        },
      }),
      outDir: folder,
      configFile: false,
      logLevel: 'silent',
    });
  try {
    await render({ publish, reuse }).catch((error) => {
      if (!(error instanceof OtherAssets) || !rendered) throw error;
      return render({ publish: publishAgain(error.published, rendered.report) });
    });
  } catch (error) {
    if (error instanceof BuildFailed) return error.report;
    throw certainWriteFailure(WORK_FOLDER, error) ?? error;
  }
  trimCompileCache();
  if (!rendered) throw new Error('Astro finished without building the API');
  const { files, problems, ...others } = rendered.report;
  return {
    ...others,
    problems: [...problems, ...rendered.problems],
    files: { ...files, written: [...files.written, ...rendered.reused] },
  };
}

/** Makes the function that publishes what was published into another folder before. */
function publishAgain(published: string, report: BuildReport): PublishApi {
  return async (folder) => {
    mkdirSync(folder, { recursive: true });
    for (const name of [API_FOLDER, ...LOOK_FILES]) {
      if (!existsSync(join(published, name))) continue;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      renameSync(join(published, name), join(folder, name));
    }
    return report;
  };
}

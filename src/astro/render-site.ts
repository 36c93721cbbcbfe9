import { build } from 'astro';
import { trimCompileCache } from '../build/incremental/compile-cache.ts';
import { WORK_FOLDER } from '../build/output/project-folder.ts';
import { certainWriteFailure } from '../build/output/write-errors.ts';
import type { Progress } from '../build/progress.ts';
import type { PublishApi, SiteSettings } from '../build/publish-api.ts';
import type { BuildReport } from '../build/report.ts';
import { astroConfig, BuildFailed } from './integration.ts';

/** Makes a whole output in a folder of the work folder: publishes the API, and renders the pages from what was published. */
export async function renderSite(
  folder: string,
  settings: SiteSettings,
  publish: PublishApi,
  progress: Progress,
): Promise<BuildReport> {
  // What is published does not depend on the environment of who builds it; Astro would look at this.
  process.env.NODE_ENV = 'production';
  let report: BuildReport | null = null;
  const publishAndKeep: PublishApi = async (staging) => {
    report = await publish(staging);
    return report;
  };
  const config = astroConfig(settings, { progress, publish: publishAndKeep });
  try {
    await build({ ...config, outDir: folder, configFile: false, logLevel: 'silent' });
  } catch (error) {
    if (error instanceof BuildFailed) return error.report;
    throw certainWriteFailure(WORK_FOLDER, error) ?? error;
  }
  trimCompileCache();
  if (!report) throw new Error('Astro finished without building the API');
  return report;
}

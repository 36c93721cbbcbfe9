import { build } from 'astro';
import type { BuildReport } from './build-sources.ts';
import { trimCompileCache } from './compile-cache.ts';
import { astroConfig, BuildFailed } from './integration.ts';
import type { Progress } from './progress.ts';
import { certainWriteFailure } from './publish/write-failure.ts';
import type { PublishApi, SiteSettings } from './publish-api.ts';
import { WORK_FOLDER } from './work-folder.ts';

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

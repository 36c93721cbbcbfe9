import { join } from 'node:path';
import type { BuildReport } from './build.ts';
import type { Settings } from './config.ts';
import { makeOutput, type SiteReport } from './make-output.ts';
import { markOutput } from './publish/output.ts';
import { writing } from './publish/write-failure.ts';
import { type PublishApi, publishRawData } from './publish-api.ts';

/** What the raw-data folder is called. */
export const RAW_DATA = 'the raw data';

/** Builds an output from the raw data; `progress` is told what happens, a line at a time. */
export function buildSite(settings: Settings, progress: (line: string) => void): Promise<SiteReport> {
  const { out, rawData } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const publish = publishRawData(settings, progress);
  return makeOutput({ out, inputs, makeIn: (folder) => fillOutput(folder, settings, publish, progress) }, progress);
}

/** Makes an output in an empty folder: the API alone, or the site with its pages and its server. */
export async function fillOutput(
  folder: string,
  settings: Settings,
  publish: PublishApi,
  progress: (line: string) => void,
): Promise<BuildReport> {
  if (!settings.apiOnly) {
    // Loading Astro takes longer than publishing many a catalogue.
    const { renderSite } = await import('./render-site.ts');
    return renderSite(folder, settings, publish, progress);
  }
  const report = publish(join(folder, 'client'));
  if (report.published) writing(folder, () => markOutput(folder));
  return report;
}

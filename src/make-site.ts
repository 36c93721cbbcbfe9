import { join } from 'node:path';
import type { BuildReport } from './build-sources.ts';
import type { Settings } from './config.ts';
import { makeOutput } from './make-output.ts';
import { markOutput } from './publish/output.ts';
import { writing } from './publish/write-failure.ts';
import { type PublishApi, publishRawData } from './publish-api.ts';
import type { Renewal } from './renewal.ts';
import type { SiteReport } from './site-report.ts';

/** What the raw-data folder is called. */
export const RAW_DATA = 'the raw data';

/** Makes an output from the raw data; `progress` is told what happens, a line at a time. */
export function makeSite(settings: Settings, progress: (line: string) => void): Promise<SiteReport> {
  const { out, rawData, apiOnly } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const makeIn = (folder: string, renewal: Renewal | null): Promise<BuildReport> =>
    fillOutput(folder, settings, publishRawData(settings, progress, { renewal }), progress);
  return makeOutput({ out, inputs, isApiAlone: apiOnly, settings, makeIn }, progress);
}

/** Fills the folder of an output: the API alone, or the site with its pages and its server. */
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
  const report = await publish(join(folder, 'client'));
  if (report.published) writing(folder, () => markOutput(folder));
  return report;
}

import { join } from 'node:path';
import type { BuildReport } from './build-sources.ts';
import type { Settings } from './config.ts';
import { countOf } from './count-of.ts';
import { makeOutput } from './make-output.ts';
import type { Progress } from './progress.ts';
import { markOutput } from './publish/output.ts';
import type { Precompressed } from './publish/precompress.ts';
import { writing } from './publish/write-failure.ts';
import { type PublishApi, publishRawData } from './publish-api.ts';
import type { Renewal } from './renewal.ts';
import type { SiteReport } from './site-report.ts';

/** What the raw-data folder is called. */
export const RAW_DATA = 'the raw data';

/** Makes an output from the raw data; `progress` is told what happens, a line at a time. */
export function makeSite(settings: Settings, progress: Progress): Promise<SiteReport> {
  const { out, rawData, apiOnly } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const makeIn = (folder: string, renewal: Renewal | null): Promise<BuildReport> =>
    fillOutput(folder, settings, publishRawData(settings, progress, { renewal }), progress);
  return makeOutput({ out, inputs, isApiAlone: apiOnly, settings, makeIn }, progress);
}

/** Fills the folder of an output: with the API alone, or the site with its pages and its server; compressed as well, where the settings say so. */
export async function fillOutput(
  folder: string,
  settings: Settings,
  publish: PublishApi,
  progress: Progress,
): Promise<BuildReport> {
  const report = await fillUncompressed(folder, settings, publish, progress);
  if (report.published && settings.precompress) {
    const { precompress } = await import('./publish/precompress.ts');
    progress(told(await precompress(join(folder, 'client'))));
  }
  return report;
}

async function fillUncompressed(
  folder: string,
  settings: Settings,
  publish: PublishApi,
  progress: Progress,
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

function told({ files, bytes, brotliBytes, gzipBytes }: Precompressed): string {
  const megabytes = (size: number): string => `${(size / 1e6).toFixed(1)} MB`;
  return `compress  ${countOf(files, 'file')} of ${megabytes(bytes)}: ${megabytes(brotliBytes)} .br, ${megabytes(gzipBytes)} .gz`;
}

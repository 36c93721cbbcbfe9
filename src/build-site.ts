import { join } from 'node:path';
import type { BuildReport } from './build.ts';
import type { Settings } from './config.ts';
import { countOf } from './count-of.ts';
import { makeOutput, type SiteReport } from './make-output.ts';
import type { Progress } from './progress.ts';
import { markOutput } from './publish/output.ts';
import { type Precompressed, precompress } from './publish/precompress.ts';
import { writing } from './publish/write-failure.ts';
import { type PublishApi, publishRawData } from './publish-api.ts';

/** What the raw-data folder is called. */
export const RAW_DATA = 'the raw data';

/** Builds an output from the raw data; `progress` is told what happens, a line at a time. */
export function buildSite(settings: Settings, progress: Progress): Promise<SiteReport> {
  const { out, rawData } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const publish = publishRawData(settings, progress);
  return makeOutput({ out, inputs, makeIn: (folder) => fillOutput(folder, settings, publish, progress) }, progress);
}

/** Makes an output in an empty folder: the API alone, or the site with its pages and its server; compressed as well, where the settings say so. */
export async function fillOutput(
  folder: string,
  settings: Settings,
  publish: PublishApi,
  progress: Progress,
): Promise<BuildReport> {
  const report = await fillUncompressed(folder, settings, publish, progress);
  if (report.published && settings.precompress) progress(told(await precompress(join(folder, 'client'))));
  return report;
}

async function fillUncompressed(
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

function told({ files, bytes, brotliBytes, gzipBytes }: Precompressed): string {
  const megabytes = (size: number): string => `${(size / 1e6).toFixed(1)} MB`;
  return `compress  ${countOf(files, 'file')} of ${megabytes(bytes)}: ${megabytes(brotliBytes)} .br, ${megabytes(gzipBytes)} .gz`;
}

import { join } from 'node:path';
import type { Reuse } from '../build/incremental/reuse.ts';
import { markOutput } from '../build/output/output-folder.ts';
import type { Precompressed } from '../build/output/precompress.ts';
import { explainingWriteErrors } from '../build/output/write-errors.ts';
import { produceOutput, RAW_DATA } from '../build/produce-output.ts';
import type { Progress } from '../build/progress.ts';
import { type PublishApi, publishRawData } from '../build/publish-api.ts';
import type { BuildReport, SiteReport } from '../build/report.ts';
import { formatCount } from '../problems/format-problem.ts';
import type { Settings } from '../settings/settings.ts';

/** Makes an output from the raw data; `progress` is told what happens, a line at a time. */
export function makeSite(settings: Settings, progress: Progress): Promise<SiteReport> {
  const { out, rawData, apiOnly } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const makeIn = (folder: string, reuse: Reuse | null): Promise<BuildReport> =>
    fillOutput(folder, settings, publishRawData(settings, progress, { reuse }), progress);
  return produceOutput({ out, inputs, isApiOnly: apiOnly, settings, makeIn }, progress);
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
    const { precompress } = await import('../build/output/precompress.ts');
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
    const { renderSite } = await import('../astro/render-site.ts');
    return renderSite(folder, settings, publish, progress);
  }
  const report = await publish(join(folder, 'client'));
  if (report.published) explainingWriteErrors(folder, () => markOutput(folder));
  return report;
}

function told({ files, bytes, brotliBytes, gzipBytes }: Precompressed): string {
  const megabytes = (size: number): string => `${(size / 1e6).toFixed(1)} MB`;
  return `compress  ${formatCount(files, 'file')} of ${megabytes(bytes)}: ${megabytes(brotliBytes)} .br, ${megabytes(gzipBytes)} .gz`;
}

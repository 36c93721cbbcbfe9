import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Rendering } from '../astro/render-site.ts';
import { MODULE_FILES } from '../contract/routes.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { folderOutput } from '../pipeline/output/folder-output.ts';
import { markOutput } from '../pipeline/output/output-folder.ts';
import { CLIENT } from '../pipeline/output/output-names.ts';
import { PROJECT } from '../pipeline/output/project-folder.ts';
import { explainingWriteErrors } from '../pipeline/output/write-errors.ts';
import { produceOutput, RAW_DATA } from '../pipeline/produce-output.ts';
import type { Progress } from '../pipeline/progress.ts';
import { type PublishApi, publishRawData } from '../pipeline/publish-api.ts';
import type { BuildReport, SiteReport } from '../pipeline/report.ts';
import { formatCount, formatMegabytes } from '../problems/format-problem.ts';
import type { Settings } from '../settings/settings.ts';

/** Builds a complete output from the raw data. `progress` receives one line at a time. */
export function makeSite(settings: Settings, progress: Progress): Promise<SiteReport> {
  const { out, rawData, apiOnly, maxSize } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const makeIn = (folder: string, reuse: Reuse | null): Promise<BuildReport> =>
    fillOutput(folder, settings, { publish: publishRawData(settings, progress, { reuse }), progress, reuse });
  return produceOutput({ out, inputs, isApiOnly: apiOnly, settings, maxSize, makeIn }, progress);
}

/**
 * Writes the API into an output folder and, unless the settings exclude them, the pages and the server. Adds compressed files if the
 * settings require them.
 */
export async function fillOutput(folder: string, settings: Settings, parts: Rendering): Promise<BuildReport> {
  const renderer = settings.apiOnly ? null : await loadRenderer();
  // From here on, the space of V8 for new objects keeps the size that it has after code was loaded: 16 MB without pages, 64 with them. It
  // would grow to 128 MB, which makes builds hardly faster.
  setFlagsFromString('--semi-space-growth-factor=1');
  const report = renderer
    ? await renderer.renderSite(folder, settings, parts)
    : await fillWithApi(folder, parts.publish);
  if (report.published && settings.precompress) {
    const { precompress } = await import('../pipeline/output/precompress.ts');
    const { files, bytes, brotliBytes, gzipBytes } = await precompress(join(folder, CLIENT));
    const [all, brotli, gzip] = [bytes, brotliBytes, gzipBytes].map(formatMegabytes);
    parts.progress(`compress  ${formatCount(files, 'file')} (${all} in total): ${brotli} as .br, ${gzip} as .gz`);
  }
  return report;
}

/** Loads Astro, only when needed, since that takes longer than publishing a small catalogue. */
function loadRenderer(): Promise<typeof import('../astro/render-site.ts')> {
  // Vite's bundler allocates its memory with mimalloc, which returns freed memory to the system at once if this variable is 0. It reads the
  // variable when it is loaded. Otherwise it keeps 80 MB until the end of the build.
  process.env.MIMALLOC_PURGE_DELAY ??= '0';
  return import('../astro/render-site.ts');
}

async function fillWithApi(folder: string, publish: PublishApi): Promise<BuildReport> {
  const client = join(folder, CLIENT);
  const report = await publish(client);
  if (!report.published) return report;
  const output = folderOutput(client);
  // With pages, Astro copies the modules for readers' programs along with all other public files.
  for (const file of MODULE_FILES) output.write(file, readFileSync(join(PROJECT, 'public', file)));
  explainingWriteErrors(folder, () => markOutput(folder));
  return { ...report, files: [...report.files, ...output.written] };
}

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Affecting, readingSettings, type Settings, siteOf } from '../settings/settings.ts';
import { type BuildOptions, publishSources } from './build.ts';
import type { Reuse } from './incremental/reuse.ts';
import { folderOutput } from './output/folder-output.ts';
import type { Progress } from './progress.ts';
import type { BuildReport } from './report.ts';

/** The settings that decide what is published, and what its pages are. */
export type SiteSettings = Affecting<'reading' | 'site'> &
  Pick<Settings, 'rawData' | 'keepGoing' | 'only' | 'threads' | 'pictures'>;

/** Writes the files of /v1 into a folder that does not exist yet, or has none of them. */
export type PublishApi = (folder: string) => Promise<BuildReport>;

/** Makes the function that publishes the raw data with these settings; `selectShard` is as in `BuildOptions`. */
export function publishRawData(
  settings: SiteSettings,
  progress: Progress,
  { selectShard, reuse }: { selectShard?: BuildOptions['selectShard']; reuse?: Reuse | null } = {},
): PublishApi {
  const { rawData, keepGoing, only, threads } = settings;
  const options = {
    rawData: resolve(rawData),
    site: siteOf(settings),
    reading: readingSettings(settings),
    keepGoing,
    only,
    threads: threads ?? availableParallelism(),
    progress,
    ...(selectShard && { selectShard }),
    ...(reuse && { reuse }),
  };
  return async (folder) => {
    const output = folderOutput(folder, reuse?.previous);
    const found = reuse?.changes.recallDiscovery();
    if (found) return withTriedFixes(publishSources(found, options, output));
    const { buildApi } = await import('./build-api.ts');
    return buildApi(options, output);
  };
}

/** Tries the fixes in a report. The code that does so reads descriptions, and is loaded only if there are any. */
async function withTriedFixes(report: BuildReport): Promise<BuildReport> {
  if (report.fixable.length > 0) (await import('./fixes/fix-report.ts')).fixReport(report);
  return report;
}

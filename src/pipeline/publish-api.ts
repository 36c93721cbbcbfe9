import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Affecting, type Settings, settingsThatAffect, siteOf } from '../settings/settings.ts';
import { type BuildOptions, publishSources } from './build.ts';
import { finishApi } from './edition/finish-api.ts';
import type { Reuse } from './incremental/reuse.ts';
import { folderOutput } from './output/folder-output.ts';
import type { Progress } from './progress.ts';
import type { BuildReport } from './report.ts';

/** Writes the files of /v1 to a folder that does not exist yet or contains none of them. */
export type PublishApi = (folder: string) => Promise<BuildReport>;

/** Returns a function that publishes the raw data with these settings. For `selectShard`, see `BuildOptions`. */
export function publishRawData(
  settings: Affecting<'reading' | 'site'> & Pick<Settings, 'rawData' | 'keepGoing' | 'only' | 'threads'>,
  progress: Progress,
  { selectShard, reuse }: { selectShard?: BuildOptions['selectShard']; reuse?: Reuse | null } = {},
): PublishApi {
  const { rawData, keepGoing, only, threads } = settings;
  const options = {
    rawData: resolve(rawData),
    site: siteOf(settings),
    reading: settingsThatAffect(settings, 'reading'),
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
    if (!found) return (await import('./build-api.ts')).buildApi(options, output);
    const report = publishSources(found, options, output);
    if (found.catalogue && report.published) finishApi(found.catalogue, report.listed, output, options);
    // The module that tries fixes is slow to load, so it is imported only if there are any.
    if (report.fixable.length > 0) (await import('./fixes/fix-report.ts')).fixReport(report);
    return report;
  };
}

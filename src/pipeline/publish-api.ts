import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Affecting, type Settings, settingsThatAffect, siteOf } from '../settings/settings.ts';
import { type BuildOptions, type PublishedDatasets, profileSources } from './build.ts';
import { finishApi } from './editions/finish-api.ts';
import { openPrevious } from './editions/previous.ts';
import { NO_HISTORY, recordChanges } from './editions/record-changes.ts';
import type { Reuse } from './incremental/reuse.ts';
import { folderOutput } from './output/folder-output.ts';
import type { Progress } from './progress.ts';
import type { BuildReport } from './report.ts';

/** Writes the files of /v1 to a folder that does not exist yet or contains none of them. */
export type PublishApi = (folder: string) => Promise<BuildReport>;

/** Returns a function that publishes the raw data with these settings. For `selectShard`, see `BuildOptions`. */
export function publishRawData(
  settings: Affecting<'reading' | 'site'> &
    Pick<Settings, 'rawData' | 'keepGoing' | 'only' | 'threads' | 'compare' | 'previous' | 'out'>,
  progress: Progress,
  { selectShard, reuse }: { selectShard?: BuildOptions['selectShard']; reuse?: Reuse | null } = {},
): (folder: string) => Promise<PublishedDatasets> {
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
    // Modules that few builds need are slow to load, so each is imported only then.
    const found = reuse?.changes.recallDiscovery() ?? (await import('./build-api.ts')).discoverFor(options);
    const previous = await openPrevious(settings);
    const sources = profileSources(found, options, output);
    try {
      const report = previous
        ? await (await import('./editions/publish-compared.ts')).publishCompared(sources, previous, output, options)
        : sources.publish();
      if (found.catalogue && report.published) {
        const isWhole = only.length === 0 && !selectShard;
        const changes =
          previous && (await recordChanges(previous, report.listed, { folder, written: output.written }, isWhole));
        finishApi(found.catalogue, report.listed, output, {
          site: options.site,
          progress,
          changes: changes ?? NO_HISTORY,
        });
      }
      if (report.fixable.length > 0) (await import('./fixes/fix-report.ts')).fixReport(report);
      return report;
    } finally {
      sources.end();
    }
  };
}

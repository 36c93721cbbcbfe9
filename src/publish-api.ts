import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type BuildOptions, type BuildReport, buildApi } from './build.ts';
import type { Settings } from './config.ts';
import type { Progress } from './progress.ts';
import { folderOutput } from './publish/output.ts';
import { type Site, urlPrefix } from './publish/routes.ts';

/** The settings that decide what is published. */
export type SiteSettings = Pick<
  Settings,
  'rawData' | 'site' | 'base' | 'pageSizes' | 'layout' | 'keepGoing' | 'only' | 'threads'
>;

/** Writes the files of /v1 into a folder that is not there yet, or has none. */
export type PublishApi = (folder: string) => BuildReport;

/** How files of /v1 are made from the raw data, as some settings have it; `takePart` as in `BuildOptions`. */
export function publishRawData(
  settings: SiteSettings,
  progress: Progress,
  takePart?: BuildOptions['takePart'],
): PublishApi {
  const { rawData, keepGoing, only, threads } = settings;
  const options = {
    rawData: resolve(rawData),
    site: siteOf(settings),
    keepGoing,
    only,
    threads: threads ?? availableParallelism(),
    progress,
    ...(takePart && { takePart }),
  };
  return (folder) => buildApi(options, folderOutput(folder));
}

export function siteOf({
  site,
  base,
  pageSizes,
  layout,
}: Pick<Settings, 'site' | 'base' | 'pageSizes' | 'layout'>): Site {
  return { prefix: urlPrefix(site, base), pageSizes, layout };
}

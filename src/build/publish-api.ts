import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Site, urlPrefix } from '../contract/routes.ts';
import type { Settings } from '../settings/settings.ts';
import { type BuildOptions, type BuildReport, buildSources } from './build.ts';
import type { Reuse } from './incremental/reuse.ts';
import { folderOutput } from './output/folder-output.ts';
import type { Progress } from './progress.ts';
import { Workers, workersFor } from './threads/workers.ts';

/** The settings that decide what is published. */
export type SiteSettings = Pick<
  Settings,
  'rawData' | 'site' | 'base' | 'pageSizes' | 'layout' | 'keepGoing' | 'only' | 'threads'
>;

/** Writes the files of /v1 into a folder that is not there yet, or has none. */
export type PublishApi = (folder: string) => Promise<BuildReport>;

/** How files of /v1 are made from the raw data, as some settings have it; `takePart` as in `BuildOptions`. */
export function publishRawData(
  settings: SiteSettings,
  progress: Progress,
  { takePart, renewal }: { takePart?: BuildOptions['takePart']; renewal?: Reuse | null } = {},
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
    ...(renewal && { renewal }),
  };
  return async (folder) => {
    const output = folderOutput(folder, renewal?.former);
    const known = renewal?.notes.recall();
    if (known) return buildSources(known, options, output);
    // To load what reads descriptions takes longer than to read the data of many a dataset, and as long as to start threads.
    const workers = new Workers();
    const readsAll = renewal && !renewal.notes.former && only.length === 0 && !takePart;
    try {
      if (readsAll) workers.start(workersFor(renewal.notes.csvBytes, options.threads));
      const { buildApi } = await import('./build-api.ts');
      return buildApi({ ...options, workers }, output);
    } finally {
      workers.close();
    }
  };
}

export function siteOf({
  site,
  base,
  pageSizes,
  layout,
}: Pick<Settings, 'site' | 'base' | 'pageSizes' | 'layout'>): Site {
  return { prefix: urlPrefix(site, base), pageSizes, layout };
}

import { join } from 'node:path';
import { buildSite } from '../../../src/commands/build-site.ts';
import type { SiteReport } from '../../../src/pipeline/report.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { settingsWith } from '../builds/build-parts.ts';

/**
 * Publishes the API of a raw-data folder in the folder `out`, in place of what is there, compared with `previous`: an output or a URL; null
 * to compare with nothing. One thread makes no downloads, unless the settings say otherwise.
 */
export function publishEdition(
  { rawData, out }: { rawData: string; out: string },
  previous: string | null,
  choice: Partial<Settings> = {},
): Promise<SiteReport> {
  const compared = { compare: previous !== null, previous: previous === out ? null : previous };
  const settings = settingsWith({
    ...{ rawData, out, threads: 1, formats: [], apiOnly: true },
    ...compared,
    ...choice,
  });
  return buildSite(settings, () => {});
}

/** The path of a published file below the folder of an output. */
export function published(out: string, path: string): string {
  return join(out, 'client/v1', path);
}

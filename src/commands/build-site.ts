import { upToDateReport } from '../pipeline/incremental/up-to-date.ts';
import type { Progress } from '../pipeline/progress.ts';
import { type SiteReport, secondsSince } from '../pipeline/report.ts';
import type { Settings } from '../settings/settings.ts';

/** Builds an output from the raw data: the site, or the part of it that the settings specify. `progress` receives one line at a time. */
export async function buildSite(settings: Settings, progress: Progress): Promise<SiteReport> {
  const started = process.uptime();
  const unchanged = upToDateReport(settings, progress);
  if (unchanged) return { ...unchanged, published: true, seconds: secondsSince(started) };
  // These modules are loaded only when there is work to do: loading them takes longer than detecting that nothing has changed.
  if (settings.shard) {
    const { buildShard } = await import('../pipeline/shards/build-shard.ts');
    return buildShard(settings, settings.shard, progress);
  }
  const { makeSite } = await import('./make-site.ts');
  return makeSite(settings, progress);
}

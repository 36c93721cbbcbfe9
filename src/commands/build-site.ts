import { upToDateReport } from '../build/incremental/up-to-date.ts';
import type { Progress } from '../build/progress.ts';
import { type SiteReport, secondsSince } from '../build/report.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Builds an output from the raw data: the site, or the part of it that the settings ask for. `progress` is told what happens, a line at
 * a time.
 */
export async function buildSite(settings: Settings, progress: Progress): Promise<SiteReport> {
  const started = process.uptime();
  const unchanged = await upToDateReport(settings, progress);
  if (unchanged) return { ...unchanged, published: true, seconds: secondsSince(started) };
  // Not loaded where nothing is to be done: that takes longer than to find it out.
  if (settings.shard) {
    const { buildShard } = await import('../build/shards/build-shard.ts');
    return buildShard(settings, settings.shard, progress);
  }
  const { makeSite } = await import('./make-site.ts');
  return makeSite(settings, progress);
}

import { join } from 'node:path';
import { mergeShards } from '../../../src/commands/merge-shards.ts';
import type { SiteReport } from '../../../src/pipeline/report.ts';
import { buildShard } from '../../../src/pipeline/shards/build-shard.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Settings } from '../../../src/settings/settings.ts';

/** The default settings of a build, with some replaced. */
export function settingsWith(given: Partial<Settings>): Settings {
  return { ...readSettings('build', {}, {}).settings, compare: false, ...given };
}

/** Builds all shards, `of` in number, each into a subfolder. Returns the subfolders in the order of the shards. */
export async function buildShards(folder: string, of: number, given: Partial<Settings>): Promise<string[]> {
  const numbers = Array.from({ length: of }, (_, at) => at + 1);
  const folders: string[] = [];
  for (const number of numbers) {
    const out = join(folder, `${number}`);
    const report = await buildShard(settingsWith({ ...given, out }), { number, of }, () => {});
    if (!report.published) throw new Error(JSON.stringify(report.problems));
    folders.push(out);
  }
  return folders;
}

/** Merges shards into an output of the API alone. */
export function mergeApi(folders: readonly string[], out: string, given: Partial<Settings> = {}): Promise<SiteReport> {
  return mergeShards(settingsWith({ ...given, out, files: folders, apiOnly: true }), () => {});
}

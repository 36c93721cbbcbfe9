import { join } from 'node:path';
import type { BuildReport } from './build.ts';
import { RAW_DATA } from './build-site.ts';
import type { Settings, ShardNumber } from './config.ts';
import { digestOf, sourcesOfShard } from './divide-sources.ts';
import { makeOutput, type SiteReport } from './make-output.ts';
import type { Source } from './model.ts';
import type { Progress } from './progress.ts';
import { markOutput } from './publish/output.ts';
import { writing } from './publish/write-failure.ts';
import { publishRawData } from './publish-api.ts';
import { writeManifest } from './shard-manifest.ts';

/**
 * Builds one part of the datasets: the files of /v1 for these alone, and what merging needs to know. The whole folder is looked
 * over, so a name that two datasets have is refused in every part.
 */
export function buildShard(settings: Settings, shard: ShardNumber, progress: Progress): Promise<SiteReport> {
  const { out, rawData } = settings;
  const makeIn = (folder: string): BuildReport => fillShard(folder, settings, shard, progress);
  return makeOutput({ out, inputs: [{ path: rawData, name: RAW_DATA }], makeIn }, progress);
}

function fillShard(folder: string, settings: Settings, shard: ShardNumber, progress: Progress): BuildReport {
  let digest = '';
  const takePart = (sources: readonly Source[]): Source[] => {
    digest = digestOf(sources);
    return sourcesOfShard(sources, shard);
  };
  const report = publishRawData(settings, progress, takePart)(join(folder, 'client'));
  if (!report.published) return report;
  const { site, base, pageSizes, layout } = settings;
  writing(folder, () => {
    markOutput(folder);
    writeManifest(folder, {
      shard: shard.number,
      shards: shard.of,
      site,
      base,
      page_sizes: [...pageSizes],
      layout,
      digest,
      datasets: report.datasets.map(({ config, files, bytes }) => ({ config, files, bytes })),
    });
  });
  return report;
}

import { join } from 'node:path';
import { RAW_DATA } from '../../commands/make-site.ts';
import type { Source } from '../../model.ts';
import type { ShardNumber } from '../../settings/parse-value.ts';
import type { Settings } from '../../settings/settings.ts';
import type { BuildReport } from '../build.ts';
import type { Reuse } from '../incremental/reuse.ts';
import { markOutput } from '../output/output-folder.ts';
import { explainingWriteErrors } from '../output/write-errors.ts';
import { makeOutput } from '../produce-output.ts';
import type { Progress } from '../progress.ts';
import { publishRawData } from '../publish-api.ts';
import type { SiteReport } from '../report.ts';
import { digestOfSources, sourcesOfShard } from './assign-shards.ts';
import { writeManifest } from './shard-manifest.ts';

/**
 * Builds one part of the datasets: the files of /v1 for these alone, and what merging needs to know. The whole folder is looked
 * over, so a name that two datasets have is refused in every part.
 */
export function buildShard(settings: Settings, shard: ShardNumber, progress: Progress): Promise<SiteReport> {
  const { out, rawData } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const makeIn = (folder: string, renewal: Reuse | null): Promise<BuildReport> =>
    fillShard(folder, settings, shard, { progress, renewal });
  return makeOutput({ out, inputs, isApiAlone: true, settings, makeIn }, progress);
}

async function fillShard(
  folder: string,
  settings: Settings,
  shard: ShardNumber,
  { progress, renewal }: { progress: Progress; renewal: Reuse | null },
): Promise<BuildReport> {
  let digest = '';
  const takePart = (sources: readonly Source[]): Source[] => {
    digest = digestOfSources(sources);
    return sourcesOfShard(sources, shard);
  };
  const report = await publishRawData(settings, progress, { takePart, renewal })(join(folder, 'client'));
  if (!report.published) return report;
  const { site, base, pageSizes, layout } = settings;
  explainingWriteErrors(folder, () => {
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

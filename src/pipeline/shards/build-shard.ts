import { join } from 'node:path';
import type { Source } from '../../model.ts';
import type { ShardNumber } from '../../settings/parse-value.ts';
import type { Settings } from '../../settings/settings.ts';
import { configIn } from '../files/files-of-datasets.ts';
import type { Reuse } from '../incremental/reuse.ts';
import { markOutput } from '../output/output-folder.ts';
import { explainingWriteErrors } from '../output/write-errors.ts';
import { produceOutput, RAW_DATA } from '../produce-output.ts';
import type { Progress } from '../progress.ts';
import { publishRawData } from '../publish-api.ts';
import type { BuildReport, SiteReport } from '../report.ts';
import { digestOfSources, sourcesOfShard } from './assign-shards.ts';
import { writeShardManifest } from './shard-manifest.ts';

/**
 * Builds one shard: the files of /v1 for its datasets only, and a manifest for merging. The entire raw-data folder is searched, so that two
 * datasets with the same name are rejected in every shard.
 */
export function buildShard(settings: Settings, shard: ShardNumber, progress: Progress): Promise<SiteReport> {
  const { out, rawData } = settings;
  const inputs = [{ path: rawData, name: RAW_DATA }];
  const makeIn = async (folder: string, reuse: Reuse | null): Promise<BuildReport> => {
    let digest = '';
    const selectShard = (sources: readonly Source[]): Source[] => {
      digest = digestOfSources(sources);
      return sourcesOfShard(sources, shard);
    };
    const report = await publishRawData(settings, progress, { selectShard, reuse })(join(folder, 'client'));
    const { published, listed, catalogue } = report;
    if (!published || !catalogue) return report;
    const files = Map.groupBy(report.files, ({ path }) => configIn(path));
    explainingWriteErrors(folder, () => {
      markOutput(folder);
      writeShardManifest(folder, {
        shard: shard.number,
        shards: shard.of,
        settings,
        digest,
        catalogue,
        datasets: listed.map((it) => ({
          listed: it,
          files: (files.get(it.config) ?? []).map(({ path, bytes, digest }) => [path, bytes, digest] as const),
        })),
      });
    });
    return report;
  };
  return produceOutput({ out, inputs, isApiOnly: true, settings, maxSize: settings.maxSize, makeIn }, progress);
}

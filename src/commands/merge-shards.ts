import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Site } from '../contract/routes.ts';
import { finishApi } from '../pipeline/editions/finish-api.ts';
import { openPrevious } from '../pipeline/editions/previous.ts';
import { NO_HISTORY, recordChanges } from '../pipeline/editions/record-changes.ts';
import { appendWithDigest } from '../pipeline/files/file-digest.ts';
import { timeOf } from '../pipeline/files/file-stats.ts';
import { folderOutput } from '../pipeline/output/folder-output.ts';
import { explainingWriteErrors } from '../pipeline/output/write-errors.ts';
import { produceOutput } from '../pipeline/produce-output.ts';
import { type Progress, UNCOUNTED } from '../pipeline/progress.ts';
import { type BuildReport, type SiteReport, unpublished } from '../pipeline/report.ts';
import { damaged, notAsPublished, readShards, type Shard } from '../pipeline/shards/read-shards.ts';
import { formatCount } from '../problems/format-problem.ts';
import { writeCatalogue } from '../publish/write-api.ts';
import { type Settings, siteOf } from '../settings/settings.ts';
import { fillOutput } from './make-site.ts';

/**
 * Merges the outputs of all shards of a build, given as `settings.files`, into the output that a build without shards would make. Reads
 * only the manifests and published files of the shards. Settings in the manifests override those of the merge.
 */
export function mergeShards(settings: Settings, progress: Progress): Promise<SiteReport> {
  const { out, files, apiOnly, maxSize } = settings;
  const inputs = files.map((path) => ({ path, name: `the shard ${path}` }));
  const makeIn = async (folder: string): Promise<BuildReport> => {
    const { shards, problems } = readShards(files);
    const manifest = shards[0]?.manifest;
    if (!manifest || problems.length > 0) return unpublished(problems);
    const merged = { ...settings, ...manifest.settings };
    const publish = async (target: string): Promise<BuildReport> => {
      const joined = joinShards(shards, target, siteOf(merged), progress);
      const previous = await openPrevious(settings);
      const listed = { folder: target, written: joined.output.written };
      const changes = previous && (await recordChanges(previous, joined.listed, listed, merged.only.length === 0));
      finishApi(joined.catalogue, joined.listed, joined.output, {
        site: siteOf(merged),
        changes: changes ?? NO_HISTORY,
      });
      return { ...joined.report, files: joined.output.written };
    };
    return fillOutput(folder, merged, { publish, progress });
  };
  return produceOutput({ out, inputs, isApiOnly: apiOnly, settings: null, maxSize, makeIn }, progress);
}

/**
 * Joins shards in a folder: copies the files of all datasets, whose digests must match the manifests, and writes a new index and new
 * lists. Throws a `ProblemError` if a shard is damaged.
 */
function joinShards(shards: readonly Shard[], folder: string, site: Site, progress: Progress) {
  const all = shards
    .flatMap((shard) => shard.manifest.datasets.map((dataset) => ({ shard, dataset })))
    .sort((a, b) => (a.dataset.listed.config < b.dataset.listed.config ? -1 : 1));
  const output = folderOutput(folder);
  const { written } = output;
  const made = new Set<string>();
  for (const [done, { shard, dataset }] of all.entries()) {
    for (const [path, bytes, digest] of dataset.files) {
      const from = join(shard.folder, 'client', path);
      const to = join(folder, path);
      const parent = dirname(to);
      const copied = explainingWriteErrors(to, () => {
        if (!made.has(parent)) mkdirSync(parent, { recursive: true });
        made.add(parent);
        try {
          // Not linked, since editing a linked file in the shard would also change the output.
          return appendWithDigest([from], to, { isNew: true }).sha256;
        } catch (error) {
          const { path: failed, syscall, message } = error as NodeJS.ErrnoException;
          const isOfShard = failed === from || syscall === 'read';
          throw isOfShard ? damaged(shard.folder, `${path} cannot be read: ${message}`) : error;
        }
      });
      if (copied !== digest) throw damaged(shard.folder, notAsPublished(path));
      written.push({ path, bytes, modified: timeOf(statSync(to)), digest });
      progress.working?.({ ...UNCOUNTED, phase: 'merge', datasets: { done, all: all.length }, files: written.length });
    }
  }
  const { catalogue } = (shards[0] as Shard).manifest;
  const listed = all.map(({ dataset }) => dataset.listed);
  writeCatalogue(catalogue, listed, output, site);
  const rows = listed.reduce((sum, { rowCount }) => sum + rowCount, 0);
  progress(
    `merge     ${formatCount(shards.length, 'shard')}, ${formatCount(listed.length, 'dataset')}, ${formatCount(rows, 'row')}`,
  );
  const datasets = all.map(({ dataset: { listed: it, files } }) => {
    const bytes = files.reduce((sum, [, size]) => sum + size, 0);
    return { config: it.config, rows: it.rowCount, files: files.length, bytes };
  });
  const report: BuildReport = { ok: true, published: true, datasets, problems: [], files: written, fixable: [] };
  return { catalogue, listed, output, report };
}

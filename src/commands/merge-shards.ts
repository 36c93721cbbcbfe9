import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOutput } from '../build/output/folder-output.ts';
import { linkOrCopy } from '../build/output/link-files.ts';
import { explainingWriteErrors } from '../build/output/write-errors.ts';
import { produceOutput } from '../build/produce-output.ts';
import { type Progress, UNCOUNTED } from '../build/progress.ts';
import { siteOf } from '../build/publish-api.ts';
import { type BuildReport, type SiteReport, unpublished } from '../build/report.ts';
import { readShards, type Shard, type ShardDataset } from '../build/shards/read-shards.ts';
import type { Site } from '../contract/routes.ts';
import { formatCount } from '../problems/format-problem.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import { writeCatalogue } from '../publish/write-api.ts';
import type { Settings } from '../settings/settings.ts';
import { fillOutput } from './make-site.ts';

/**
 * Joins the outputs of all shards of a build, given as `settings.files`, into the output that a single build would make. It uses the
 * settings that the shards were built with, and reads only their published files.
 */
export function mergeShards(settings: Settings, progress: Progress): Promise<SiteReport> {
  const { out, files } = settings;
  const inputs = files.map((path) => ({ path, name: `the shard ${path}` }));
  const makeIn = async (folder: string): Promise<BuildReport> => {
    const { shards, problems } = readShards(files);
    const manifest = shards[0]?.manifest;
    if (!manifest || problems.length > 0) return unpublished(problems);
    const merged = { ...settings, ...manifest.settings };
    const publish = async (target: string): Promise<BuildReport> =>
      joinShards(shards, target, siteOf(merged), progress);
    return fillOutput(folder, merged, publish, progress);
  };
  return produceOutput({ out, inputs, isApiOnly: settings.apiOnly, settings: null, makeIn }, progress);
}

/**
 * Writes the files of /v1 into a folder: takes those of the datasets as they are, and writes a new index and new lists.
 */
function joinShards(shards: readonly Shard[], folder: string, site: Site, progress: Progress): BuildReport {
  const all = shards
    .flatMap((shard) => shard.datasets.map((dataset) => ({ shard, dataset })))
    .sort((a, b) => (a.dataset.listed.config < b.dataset.listed.config ? -1 : 1));
  let files = 0;
  for (const [done, { shard, dataset }] of all.entries()) {
    linkFiles(shard, dataset, folder, () => {
      files += 1;
      progress.working?.({ ...UNCOUNTED, phase: 'merge', datasets: { done, all: all.length }, files });
    });
  }
  const { catalogue } = shards[0] as Shard;
  const listed = all.map(({ dataset }) => dataset.listed);
  const output = folderOutput(folder);
  writeCatalogue(catalogue, listed, output, site);
  const rows = listed.reduce((sum, { rowCount }) => sum + rowCount, 0);
  progress(
    `merge     ${formatCount(shards.length, 'shard')}, ${formatCount(listed.length, 'dataset')}, ${formatCount(rows, 'row')}`,
  );
  const datasets = all.map(({ dataset: { listed: it, files: paths, bytes } }) => {
    return { config: it.config, rows: it.rowCount, files: paths.length, bytes };
  });
  const written = { ...output.written };
  for (const dataset of datasets) {
    written.files += dataset.files;
    written.bytes += dataset.bytes;
  }
  return { ok: true, published: true, datasets, problems: [], written, curable: [] };
}

function linkFiles({ folder }: Shard, { files }: ShardDataset, target: string, onFile: () => void): void {
  const made = new Set<string>();
  for (const file of files) {
    const to = join(target, file);
    const parent = dirname(to);
    explainingWriteErrors(to, () => {
      if (!made.has(parent)) mkdirSync(parent, { recursive: true });
      made.add(parent);
      linkFile(join(folder, 'client', file), to, folder);
    });
    onFile();
  }
}

/** Published files are never written to again, so the output and the shard may share them. */
function linkFile(from: string, to: string, shard: string): void {
  try {
    linkOrCopy(from, to);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? changed(shard) : error;
  }
}

function changed(shard: string): ProblemError {
  const message = `the shard ${shard} was changed while it was being merged`;
  return new ProblemError(problem('shard-invalid', { file: null }, message, 'Merge again when nothing writes to it.'));
}

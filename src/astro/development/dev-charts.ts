import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { DownloadsDocument, IndexDocument } from '../../contract/documents.ts';
import { chartFile, chartPageFile, type DatasetFile, datasetFile, INDEX_FILE } from '../../contract/routes.ts';
import { drawCharts } from '../../pipeline/charts/draw-charts.ts';
import { linkOrCopy } from '../../pipeline/output/link-files.ts';
import { explainingWriteErrors } from '../../pipeline/output/write-errors.ts';
import type { Problem } from '../../problems/problem.ts';

/** The documents that a chart depends on. That of the downloads has digests of all records. */
const DOCUMENTS: readonly DatasetFile[] = ['profile', 'about', 'info', 'downloads'];

/**
 * Draws the charts of the datasets in a published folder, without pictures to share: these would take most of the time, and nobody shares a page of a
 * server for development. Charts that must be the same as in a previous folder are taken from there.
 */
export function drawChartsAgain(folder: string, previous: string): Problem[] {
  const index = readIndex(folder);
  const before = existsSync(join(previous, INDEX_FILE)) ? readIndex(previous) : null;
  const isSameLanguage = before?.language === index.language && before.direction === index.direction;
  const configs = index.datasets.flatMap(({ config }) =>
    isSameLanguage && isUnchanged(folder, previous, config) && linkChart(folder, previous, config) ? [] : config,
  );
  const drawing = { configs, catalogue: index, pictures: false, threads: availableParallelism(), progress: () => {} };
  return drawCharts(folder, drawing).problems;
}

function readIndex(folder: string): IndexDocument {
  return JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8')) as IndexDocument;
}

function isUnchanged(folder: string, previous: string, config: string): boolean {
  const read = (root: string, file: DatasetFile): string | null => {
    const path = join(root, datasetFile(file, config));
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  if (!DOCUMENTS.every((file) => read(folder, file) === read(previous, file))) return false;
  const { downloads } = JSON.parse(read(folder, 'downloads') ?? '{}') as Partial<DownloadsDocument>;
  return downloads !== undefined && downloads.length > 0;
}

/** Links the files of a chart; false for a dataset without them: it has no chart, or its chart could not be drawn. */
function linkChart(folder: string, previous: string, config: string): boolean {
  const files = [chartFile('data', config), chartFile('drawing', config), chartPageFile(config)];
  const paths = files.filter((path) => existsSync(join(previous, path)));
  for (const path of paths) {
    const to = join(folder, path);
    explainingWriteErrors(to, () => {
      mkdirSync(dirname(to), { recursive: true });
      linkOrCopy(join(previous, path), to);
    });
  }
  return paths.length > 0;
}

/** Drawing the chart of one dataset: work that any thread can do. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explainingWriteErrors } from '../build/output/write-errors.ts';
import type { Handlers } from '../build/threads/batch.ts';
import {
  type AboutDocument,
  type DatasetEntry,
  type IndexDocument,
  LICENSE_NOT_STATED,
  type ProfileDocument,
} from '../contract/documents.ts';
import { CHART_FILES, type ChartFile, chartFile, datasetFile, PICTURE_SIZE } from '../contract/routes.ts';
import type { Layout } from '../model.ts';
import { ProblemError } from '../problems/problem.ts';
import { chooseChart } from '../site/charts/choose-chart.ts';
import { collectChart, MOST_RECORDS } from '../site/charts/collect-chart.ts';
import { drawChart } from '../site/charts/draw-chart.ts';
import { CHART_SIZE } from '../site/charts/drawing/frame.ts';
import { firstSentence } from '../site/format.ts';
import { formatLanguage } from '../site/language.ts';
import { textsFor } from '../site/texts.ts';
import { drawPicture } from './draw-picture.ts';
import { readRecords } from './read-records.ts';

export interface ChartTasks {
  /** Writes the files of a dataset's chart beside those of its page. */
  'draw-chart': { takes: ChartTask; gives: 'drawn' | 'none' | ChartFault | UnknownSeries };
}

/** A dataset whose chart is drawn. */
export interface ChartTask {
  /** Folder of the published files. */
  folder: string;
  config: string;
  catalogue: Pick<IndexDocument, 'language' | 'direction'> & { layout: Layout | undefined };
  /** Whether a picture to share is drawn too. */
  pictures: boolean;
}

/** Why a chart could not be drawn: an error of the program, not of the data. */
export interface ChartFault {
  reason: string;
}

/** A chart that is drawn, but without series that the publisher wants shown: the data has no values by these names. */
export interface UnknownSeries {
  unknown: readonly string[];
}

export const HANDLERS: Handlers<ChartTasks> = {
  'draw-chart': (task, counters) => {
    try {
      const made = chartFiles(task);
      if (!made) return 'none';
      writeChart(task, made.files);
      return made.unknown.length > 0 ? { unknown: made.unknown } : 'drawn';
    } catch (error) {
      // Other charts could not be written either.
      if (error instanceof ProblemError) throw error;
      return { reason: (error as Error).message };
    } finally {
      counters.addDataset();
    }
  },
};

type Files = Partial<Record<ChartFile, string | Uint8Array>>;

/** Makes the files of a dataset's chart, and finds the series that it lacks; null if the dataset has none. */
function chartFiles({ folder, config, catalogue, pictures }: ChartTask): ({ files: Files } & UnknownSeries) | null {
  const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;
  const profile = read<ProfileDocument>(datasetFile('profile', config));
  const about = read<AboutDocument>(datasetFile('about', config));
  const entry = read<DatasetEntry>(datasetFile('info', config));
  const plan = chooseChart(profile, about, firstSentence(entry.description));
  if (!plan) return null;
  const words = { texts: textsFor(catalogue.language).chart, language: formatLanguage(catalogue.language) };
  const isSmall = profile.row_count <= MOST_RECORDS;
  const records = isSmall ? readRecords(folder, config, catalogue.layout, profile.row_count) : null;
  const document = collectChart(plan, records, words);
  if (!document) return null;
  const { name } = about.license;
  const options = {
    ...words,
    source: entry.source,
    license: name === LICENSE_NOT_STATED ? null : name,
    direction: catalogue.direction,
  };
  const files = {
    data: `${JSON.stringify(document)}\n`,
    drawing: drawChart(document, { ...options, ...CHART_SIZE }),
    ...(pictures && { picture: drawPicture(drawChart(document, { ...options, ...PICTURE_SIZE })) }),
  };
  const shown = new Set(document.series.filter((series) => series.shown).map((series) => series.name));
  const wanted = document.kind === 'lines' ? (about.chart?.show ?? []) : [];
  return { files, unknown: wanted.filter((series) => !shown.has(series)) };
}

function writeChart({ folder, config }: ChartTask, files: Files): void {
  for (const file of Object.keys(CHART_FILES) as ChartFile[]) {
    const [path, content] = [join(folder, chartFile(file, config)), files[file]];
    if (content === undefined) continue;
    explainingWriteErrors(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, { flag: 'wx' });
    });
  }
}

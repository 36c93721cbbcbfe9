/** Drawing the chart of one dataset, and the picture of it: work that any thread can do. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AboutDocument,
  type DatasetEntry,
  type IndexDocument,
  LICENSE_NOT_STATED,
  type ProfileDocument,
} from '../contract/documents.ts';
import { type ChartFile, chartFile, datasetFile, PICTURE_SIZE } from '../contract/routes.ts';
import type { Layout } from '../model.ts';
import { explainingWriteErrors } from '../pipeline/output/write-errors.ts';
import type { Handlers } from '../pipeline/threads/batch.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import type { ChartDocument, ChartWords } from '../site/charts/chart-data.ts';
import { chooseChart } from '../site/charts/choose-chart.ts';
import { collectChart, MOST_RECORDS } from '../site/charts/collect-chart.ts';
import { drawChart } from '../site/charts/draw-chart.ts';
import { CHART_SIZE, type DrawOptions } from '../site/charts/drawing/frame.ts';
import { firstSentence } from '../site/format.ts';
import { formatLanguage } from '../site/language.ts';
import { textsFor } from '../site/texts.ts';
import { drawPicture } from './draw-picture.ts';
import { readRecords } from './read-records.ts';

export interface ChartTasks {
  /** Writes the files of a dataset's chart beside those of its page, except for the picture. */
  'draw-chart': { takes: ChartTask; gives: 'drawn' | 'none' | ChartFault | UnknownSeries };
  /** Writes the picture of a chart that is drawn. Throws a `ProblemError` if that fails: the page of the dataset links to it. */
  'draw-picture': { takes: ChartTask; gives: null };
}

/** A dataset whose chart is drawn. */
export interface ChartTask {
  /** Folder of the published files. */
  folder: string;
  config: string;
  catalogue: Pick<IndexDocument, 'language' | 'direction'> & { layout: Layout | undefined };
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
      for (const file of ['data', 'drawing'] as const) writeChartFile(task, file, made.files[file]);
      return made.unknown.length > 0 ? { unknown: made.unknown } : 'drawn';
    } catch (error) {
      // Other charts could not be written either.
      if (error instanceof ProblemError) throw error;
      return { reason: (error as Error).message };
    } finally {
      counters.addDataset();
    }
  },
  'draw-picture': (task, counters) => {
    try {
      writeChartFile(task, 'picture', pictureOf(task));
      return null;
    } catch (error) {
      throw error instanceof ProblemError ? error : pictureFailed(task.config, error as Error);
    } finally {
      counters.addDataset();
    }
  },
};

/** Nothing in the data makes this fail, so what to do is about the machine. */
function pictureFailed(config: string, { message: reason }: Error): ProblemError {
  const message = `the picture of the chart of ${config} could not be drawn, and its page would link to it: ${reason}`;
  const help = 'Build again with more memory, or without pictures: --no-pictures, or pictures: false in almanac().';
  return new ProblemError(problem('picture-failed', { file: null }, message, help));
}

type Files = Record<'data' | 'drawing', string>;

/** Makes the files of a dataset's chart, and finds the series that it lacks; null if the dataset has none. */
function chartFiles(task: ChartTask): ({ files: Files } & UnknownSeries) | null {
  const { folder, config, catalogue } = task;
  const profile = read<ProfileDocument>(folder, datasetFile('profile', config));
  const about = read<AboutDocument>(folder, datasetFile('about', config));
  const entry = read<DatasetEntry>(folder, datasetFile('info', config));
  const plan = chooseChart(profile, about, firstSentence(entry.description));
  if (!plan) return null;
  const words = wordsFor(catalogue);
  const isSmall = profile.row_count <= MOST_RECORDS;
  const records = isSmall ? readRecords(folder, config, catalogue.layout, profile.row_count) : null;
  const document = collectChart(plan, records, words);
  if (!document) return null;
  const files = {
    data: `${JSON.stringify(document)}\n`,
    drawing: drawChart(document, { ...creditsOf(task, about, entry), ...CHART_SIZE }),
  };
  const shown = new Set(document.series.filter((series) => series.shown).map((series) => series.name));
  const wanted = document.kind === 'lines' ? (about.chart?.show ?? []) : [];
  return { files, unknown: wanted.filter((series) => !shown.has(series)) };
}

/** Draws the picture of a chart from the files of the chart and of its dataset. */
function pictureOf(task: ChartTask): Uint8Array {
  const { folder, config } = task;
  const document = read<ChartDocument>(folder, chartFile('data', config));
  const about = read<AboutDocument>(folder, datasetFile('about', config));
  const entry = read<DatasetEntry>(folder, datasetFile('info', config));
  return drawPicture(drawChart(document, { ...creditsOf(task, about, entry), ...PICTURE_SIZE }));
}

function read<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;
}

function wordsFor({ language }: ChartTask['catalogue']): ChartWords {
  return { texts: textsFor(language).chart, language: formatLanguage(language) };
}

/** What every drawing of a dataset's chart says, whatever its size. */
function creditsOf(
  { catalogue }: ChartTask,
  { license: { name } }: AboutDocument,
  { source }: DatasetEntry,
): Omit<DrawOptions, 'width' | 'height'> {
  const license = name === LICENSE_NOT_STATED ? null : name;
  return { ...wordsFor(catalogue), source, license, direction: catalogue.direction };
}

function writeChartFile({ folder, config }: ChartTask, file: ChartFile, content: string | Uint8Array): void {
  const path = join(folder, chartFile(file, config));
  explainingWriteErrors(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { flag: 'wx' });
  });
}

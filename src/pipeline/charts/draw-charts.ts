import { setImmediate } from 'node:timers/promises';
import type { IndexDocument } from '../../contract/documents.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { formatLanguage, textsFor } from '../../texts/texts.ts';
import { type Progress, progressMeter } from '../progress.ts';
import { newWorkers } from '../start-workers.ts';
import { HANDLERS } from '../tasks.ts';
import { threadPool } from '../threads/thread-pool.ts';
import type { ChartOutcome } from './draw-chart.ts';
import { faultOfPictures } from './draw-picture.ts';

/**
 * Minimum number of charts per additional thread: loading a thread's code takes about as long as drawing this many charts with pictures.
 */
const CHARTS_PER_THREAD = 4;

/** Maximum number of pictures that a thread draws before it returns to its event loop, where the memory of pictures is released. */
const PICTURES_PER_THREAD = 8;

/** The charts to draw, and options for drawing them. */
export interface ChartsToDraw {
  configs: readonly string[];
  catalogue: Pick<IndexDocument, 'language' | 'direction' | 'layout'>;
  /** Whether to draw pictures for link previews as well. */
  pictures: boolean;
  /** Maximum number of threads, including this one. */
  threads: number;
  progress: Progress;
}

/**
 * Draws the charts of published datasets, using only the files in the published folder, and writes the charts to that folder. Returns a
 * problem for each chart that could not be drawn as requested, and another if this machine cannot draw pictures. Throws a `ProblemError` if
 * a file cannot be written, or if a picture cannot be drawn although this machine can draw pictures.
 */
export async function drawCharts(folder: string, drawing: ChartsToDraw) {
  const { configs, catalogue, pictures, threads, progress } = drawing;
  if (configs.length === 0) return { hasPictures: pictures, problems: [] };
  const fault = pictures ? faultOfPictures() : null;
  const hasPictures = pictures && fault === null;
  const { language, direction, layout } = catalogue;
  const words = { texts: textsFor(language).chart, language: formatLanguage(language) };
  const meter = progressMeter(progress);
  const workers = newWorkers();
  const pool = threadPool(HANDLERS, workers, meter.counters, meter.show);
  try {
    workers.start(Math.min(threads - 1, Math.floor(configs.length / CHARTS_PER_THREAD)));
    meter.begin({ phase: 'draw', datasets: configs.length, bytes: { all: 0, later: 0 } });
    const tasks = configs.map((config) => ({ folder, config, layout, words, direction, hasPicture: hasPictures }));
    const outcomes: ChartOutcome[] = [];
    const round = hasPictures ? PICTURES_PER_THREAD * (workers.count + 1) : tasks.length;
    for (let from = 0; from < tasks.length; from += round) {
      if (from > 0) await setImmediate();
      outcomes.push(...pool.start('draw-chart', tasks.slice(from, from + round))());
    }
    progress(`draw      ${formatCount(outcomes.filter(({ isDrawn }) => isDrawn).length, 'chart')}`);
    const problems = outcomes.flatMap((outcome) => outcome.problems);
    return { hasPictures, problems: fault === null ? problems : [...problems, picturesFailed(fault)] };
  } finally {
    pool.close();
  }
}

function picturesFailed(reason: string): Problem {
  const message = `chart pictures cannot be drawn on this machine, so link previews have no picture: ${reason}`;
  const help =
    'Everything else is published. Reinstall the packages on this machine, including the optional ones (npm ci), or turn pictures off: ' +
    '--no-pictures, or pictures: false in almanac().';
  return problem('pictures-unavailable', { file: null }, message, help);
}

import { type Progress, UNCOUNTED } from '../build/progress.ts';
import { ThreadPool } from '../build/threads/thread-pool.ts';
import { WorkCounters } from '../build/threads/work-counters.ts';
import { Workers } from '../build/threads/workers.ts';
import type { Pending } from '../model.ts';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { type ChartFault, type ChartTask, type ChartTasks, HANDLERS, type UnknownSeries } from './chart-tasks.ts';

/** Number of charts for which one more thread is worth starting: it loads its code for about as long as it draws these. */
const CHARTS_PER_THREAD = 12;

/** What to draw, and how. */
export interface Drawing {
  /** Names of the datasets. */
  configs: readonly string[];
  catalogue: ChartTask['catalogue'];
  /** Whether pictures to share are drawn too. */
  pictures: boolean;
  /** Most threads to draw on, this one included. */
  threads: number;
  progress: Progress;
}

/** Charts that are being drawn. */
export interface StartedCharts {
  /** Waits until all are drawn, and helps. Gives a problem for each that could not be drawn. Throws a `ProblemError` if the system refused to write. */
  finish(): Problem[];
  /** Ends the work after an error elsewhere: no thread writes any more. Does nothing after `finish`. */
  stop(): void;
}

/**
 * Begins to write the files of the datasets' charts into a folder of published files, from these files alone, on other threads. A dataset whose chart
 * cannot be drawn has none; a problem says so, and the others are drawn.
 */
export function startCharts(
  folder: string,
  { configs, catalogue, pictures, threads, progress }: Drawing,
): StartedCharts {
  if (configs.length === 0) return { finish: () => [], stop: () => {} };
  const workers = new Workers(new URL('./chart-tasks.ts', import.meta.url));
  const counters = new WorkCounters();
  const show = (): void =>
    progress.working?.({
      ...UNCOUNTED,
      phase: 'draw',
      datasets: { done: counters.counted.datasets, all: configs.length },
    });
  const pool = new ThreadPool<ChartTasks>(HANDLERS, workers, counters, show);
  const stop = (): void => {
    try {
      pool.close();
    } finally {
      workers.close();
    }
  };
  try {
    workers.start(Math.min(threads - 1, Math.floor(configs.length / CHARTS_PER_THREAD)));
    const tasks = configs.map((config): ChartTask => ({ folder, config, catalogue, pictures }));
    const drawn = pool.start('draw-chart', tasks);
    show();
    return { finish: () => finish(drawn), stop };
  } catch (error) {
    stop();
    throw error;
  }

  function finish(drawn: Pending<ChartTasks['draw-chart']['gives'][]>): Problem[] {
    try {
      const outcomes = drawn();
      const count = outcomes.filter((it) => it === 'drawn' || isDrawnOtherwise(it)).length;
      progress(`draw      ${formatCount(count, 'chart')}`);
      return outcomes.flatMap((outcome, at) => {
        const config = configs[at] as string;
        if (isDrawnOtherwise(outcome)) return seriesUnknown(config, outcome);
        return typeof outcome === 'object' ? chartFailed(config, outcome) : [];
      });
    } finally {
      stop();
    }
  }
}

function isDrawnOtherwise(outcome: string | ChartFault | UnknownSeries): outcome is UnknownSeries {
  return typeof outcome === 'object' && 'unknown' in outcome;
}

function seriesUnknown(config: string, { unknown }: UnknownSeries): Problem {
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  const message = `the chart of ${config} lacks series that "chart.show" in its sidecar names, since they have no values: ${names}`;
  const help =
    'Write the names as they are in the data, or remove them from "chart.show". Without any that is found, the rules choose.';
  return problem('chart-failed', { file: null }, message, help);
}

function chartFailed(config: string, { reason }: ChartFault): Problem {
  const message = `the chart of ${config} could not be drawn, so its page has none: ${reason}`;
  const help =
    'The data is published. Choose another chart with the key "chart" in the sidecar, or none: "chart": { "type": "none" }.';
  return problem('chart-failed', { file: null }, message, help);
}

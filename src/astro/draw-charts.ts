import type { Pending } from '../model.ts';
import { type Progress, UNCOUNTED } from '../pipeline/progress.ts';
import { ThreadPool } from '../pipeline/threads/thread-pool.ts';
import { WorkCounters } from '../pipeline/threads/work-counters.ts';
import { Workers } from '../pipeline/threads/workers.ts';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { type ChartFault, type ChartTask, type ChartTasks, HANDLERS, type UnknownSeries } from './chart-tasks.ts';
import { faultOfPictures } from './draw-picture.ts';

/** Number of charts for which one more thread is worth starting: it loads its code for about as long as it draws these, with their pictures. */
const CHARTS_PER_THREAD = 4;

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
  /** Whether every chart gets a picture. */
  hasPictures: boolean;
  /**
   * Waits until all charts are drawn, and helps; then begins to draw their pictures. Gives a problem for each chart that could not be drawn, and one if
   * this machine cannot draw pictures. Throws a `ProblemError` if the system refused to write.
   */
  finish(): Problem[];
  /** Waits until all pictures are drawn, and helps. Throws a `ProblemError` if one could not be drawn, or if the system refused to write. */
  finishPictures(): void;
  /** Ends the work after an error elsewhere: no thread writes any more. Does nothing if all is drawn. */
  stop(): void;
}

/**
 * Begins to write the files of the datasets' charts into a folder of published files, from these files alone, on other threads. A dataset whose chart
 * cannot be drawn has none; a problem says so, and the others are drawn. Pages can be rendered as soon as the charts are drawn, while the pictures are
 * still being drawn.
 */
export function startCharts(
  folder: string,
  { configs, catalogue, pictures, threads, progress }: Drawing,
): StartedCharts {
  if (configs.length === 0) {
    return { hasPictures: pictures, finish: () => [], finishPictures: () => {}, stop: () => {} };
  }
  const fault = pictures ? faultOfPictures() : null;
  const hasPictures = pictures && fault === null;
  let waitForPictures: Pending<unknown> | null = null;
  let all = configs.length;
  const workers = new Workers(new URL('./chart-tasks.ts', import.meta.url));
  const counters = new WorkCounters();
  const show = (): void =>
    progress.working?.({
      ...UNCOUNTED,
      phase: 'draw',
      datasets: { done: counters.counted.datasets, all },
    });
  const pool = new ThreadPool<ChartTasks>(HANDLERS, workers, counters, show);
  const taskFor = (config: string): ChartTask => ({ folder, config, catalogue });
  const stop = (): void => {
    waitForPictures = null;
    try {
      pool.close();
    } finally {
      workers.close();
    }
  };
  try {
    workers.start(Math.min(threads - 1, Math.floor(configs.length / CHARTS_PER_THREAD)));
    const drawn = pool.start('draw-chart', configs.map(taskFor));
    show();
    return { hasPictures, finish: () => finish(drawn), finishPictures, stop };
  } catch (error) {
    stop();
    throw error;
  }

  function finish(drawn: Pending<ChartTasks['draw-chart']['gives'][]>): Problem[] {
    try {
      const outcomes = drawn();
      const withChart = configs.filter((_, at) => {
        const outcome = outcomes[at];
        return outcome === 'drawn' || isDrawnOtherwise(outcome);
      });
      progress(`draw      ${formatCount(withChart.length, 'chart')}`);
      if (hasPictures && withChart.length > 0) startPictures(withChart);
      else stop();
      const ofCharts = outcomes.flatMap((outcome, at) => {
        const config = configs[at] as string;
        if (isDrawnOtherwise(outcome)) return seriesUnknown(config, outcome);
        return typeof outcome === 'object' ? chartFailed(config, outcome) : [];
      });
      return fault === null ? ofCharts : [...ofCharts, picturesFailed(fault)];
    } catch (error) {
      stop();
      throw error;
    }
  }

  function startPictures(withChart: readonly string[]): void {
    counters.reset();
    all = withChart.length;
    waitForPictures = pool.start('draw-picture', withChart.map(taskFor));
  }

  function finishPictures(): void {
    try {
      waitForPictures?.();
    } finally {
      stop();
    }
  }
}

function isDrawnOtherwise(outcome: string | ChartFault | UnknownSeries | undefined): outcome is UnknownSeries {
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

function picturesFailed(reason: string): Problem {
  const message = `pictures of charts cannot be drawn on this machine, so pages that are shared show none: ${reason}`;
  const help =
    'Everything else is published. Install the packages again on this machine, with the optional ones (npm ci), or turn pictures off: --no-pictures, or pictures: false in almanac().';
  return problem('pictures-unavailable', { file: null }, message, help);
}

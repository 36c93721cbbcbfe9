import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartWords } from '../../charts/chart-data.ts';
import { chartPage } from '../../charts/chart-page.ts';
import { chooseChart } from '../../charts/choose-chart.ts';
import { measureNames } from '../../charts/collect/collect-lines.ts';
import { type ChartPlan, collectChart } from '../../charts/collect-chart.ts';
import { drawChart } from '../../charts/draw-chart.ts';
import { CHART_SIZE } from '../../charts/drawing/frame.ts';
import { drawnBy, otherMeasures } from '../../charts/other-charts.ts';
import { valueNames } from '../../charts/rules/value-names.ts';
import type { ChartDocument } from '../../contract/chart-document.ts';
import {
  type AboutDocument,
  type DatasetEntry,
  LICENSE_NOT_STATED,
  type ProfileDocument,
} from '../../contract/documents.ts';
import { MAX_CHART_RECORDS, MAX_SERIES } from '../../contract/limits.ts';
import { chartFile, chartPageFile, datasetFile, PICTURE_SIZE } from '../../contract/routes.ts';
import type { Layout, Output } from '../../model.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import { firstSentence } from '../../texts/sentences.ts';
import { folderOutput } from '../output/folder-output.ts';
import { drawPicture, fontsFor } from './draw-picture.ts';
import { readRecords } from './read-records.ts';

/** A published dataset whose chart is to be drawn. */
export interface ChartTask {
  /** Folder of the published files. */
  folder: string;
  config: string;
  layout: Layout | undefined;
  words: ChartWords;
  /** Writing direction of the page's language. */
  direction: 'ltr' | 'rtl';
  /** Whether to draw a picture for link previews as well. */
  hasPicture: boolean;
}

/** Whether a chart was drawn, and the problems to report about it. */
export type ChartOutcome = ReturnType<typeof drawChartOf>;

/**
 * Draws a dataset's chart from its published files and adds the resulting files to the published folder, except those that were taken over
 * from the last build. Returns a problem if the chart cannot be drawn. Throws a `ProblemError` if its picture cannot be drawn or a file
 * cannot be written.
 */
export function drawChartOf(task: ChartTask) {
  const { folder, config } = task;
  const output = folderOutput(folder);
  let made: ReturnType<typeof filesOf>;
  try {
    made = filesOf(task);
    for (const [path, content] of made?.files ?? []) output.write(path, content);
  } catch (error) {
    // If a file of one chart cannot be written, the others would probably fail too, so the build stops.
    if (error instanceof ProblemError) throw error;
    return { isDrawn: false, problems: [chartFailed(config, error as Error)] };
  }
  if (!made) return { isDrawn: false, problems: [] };
  if (made.forPicture !== null) writePicture(config, output, made.forPicture);
  return { isDrawn: true, problems: made.problems };
}

/**
 * The files of a dataset's chart, by their paths, and what to report about it; null for a dataset without a chart. `forPicture` is the chart as
 * an SVG at the size of its picture; null if no picture is drawn, or that of the last build is kept.
 */
function filesOf({ folder, config, layout, words, direction, hasPicture }: ChartTask) {
  const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const about = read<AboutDocument>(datasetFile('about', config));
  const entry = read<DatasetEntry>(datasetFile('info', config));
  const profile = read<ProfileDocument>(datasetFile('profile', config));
  const { row_count: count } = profile;
  const records = count > MAX_CHART_RECORDS ? null : readRecords(folder, config, layout, count);
  const plan = chooseChart(profile, about, firstSentence(entry.description));
  const data = chartFile('data', config);
  const isKept = existsSync(join(folder, data));
  const chart = isKept ? read<ChartDocument>(data) : plan && collectChart(plan, records, words);
  if (!plan || !chart) return null;
  const license = about.license.name === LICENSE_NOT_STATED ? null : about.license.name;
  const options = { ...words, source: entry.source, license, direction };
  const forPicture = hasPicture ? drawChart(chart, { ...options, ...PICTURE_SIZE }) : '';
  const lacksLetters = fontsFor(forPicture) === null;
  const drawn = new Set(chart.series.map(({ name }) => name));
  const others = otherMeasures(profile, plan).flatMap(({ name, short, label }) =>
    drawn.has(short) || drawn.has(label) ? [] : [[name, short] as const],
  );
  const page = { ...chartPage(chart, entry.name, options), others, hasPicture: !lacksLetters };
  const files: [path: string, content: string][] = [[chartPageFile(config), JSON.stringify(page)]];
  const drawing = isKept ? '' : drawChart(chart, { ...options, ...CHART_SIZE });
  if (!isKept) files.unshift([data, `${JSON.stringify(chart)}\n`], [chartFile('drawing', config), drawing]);
  const problems = [
    ...unknownSeries(config, plan, chart, about, words.language),
    ...totalsApart(config, plan, chart),
    ...(lacksLetters ? [pictureOmitted(config)] : []),
  ];
  return { files, forPicture: isKept || lacksLetters || !hasPicture ? null : forPicture, problems };
}

function writePicture(config: string, output: Output, svg: string): void {
  try {
    output.write(chartFile('picture', config), drawPicture(svg));
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    // The data is unlikely to cause this failure, so the advice is about the machine.
    const { message: reason } = error as Error;
    const message = `could not draw the chart picture that the page of ${config} links to: ${reason}`;
    const help = 'Build again with more memory, or turn pictures off: --no-pictures, or pictures: false in almanac().';
    throw new ProblemError(problem('picture-failed', { file: null }, message, help));
  }
}

function pictureOmitted(config: string): Problem {
  const message = `the chart of ${config} has no picture for previews of links, since the fonts of pictures lack its script`;
  const help =
    'Its page and its SVG show it. To turn all pictures off, and this hint: --no-pictures, or pictures: false in almanac().';
  return problem('picture-omitted', { file: null }, message, help);
}

function chartFailed(config: string, { message: reason }: Error): Problem {
  const message = `the chart of ${config} could not be drawn, so its page has none: ${reason}`;
  const help =
    'The data is published. Choose another chart with the key "chart" in the sidecar, or turn it off: "chart": { "type": "none" }.';
  return problem('chart-failed', { file: null }, message, help);
}

/** Reports names in the publisher's `chart.show` that a line chart does not show. */
function unknownSeries(
  config: string,
  plan: ChartPlan,
  { kind, series }: ChartDocument,
  about: AboutDocument,
  language: string,
): Problem[] {
  const nameOf = (plan.kind === 'lines' && plan.entity && valueNames(plan.entity, language)) || String;
  const isShown = (value: string): boolean => series.some(({ name, shown }) => shown && name === nameOf(value));
  const unknown = kind === 'lines' ? (about.chart?.show ?? []).filter((value) => !isShown(value)) : [];
  if (unknown.length === 0) return [];
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  const message = `the chart of ${config} has no values for series listed in "chart.show" in its sidecar: ${names}`;
  const help =
    'Spell the names exactly as in the data, or remove them from "chart.show". If no name matches, Almanac chooses the series.';
  return [problem('chart-failed', { file: null }, message, help)];
}

/** Proposes the line of the sidecar that draws totals beside their parts. */
function totalsApart(config: string, plan: ChartPlan, { totals = [], series }: ChartDocument): Problem[] {
  const names = [...totals, ...series.filter(({ shown }) => shown).map(({ name }) => name)].slice(0, MAX_SERIES);
  const named = plan.kind === 'lines' ? measureNames(plan.measures) : [];
  const y = drawnBy(plan).flatMap(({ name }, at) =>
    plan.kind === 'bars' || names.includes(named[at] ?? '') ? name : [],
  );
  const chart = plan.kind === 'lines' ? (plan.entity ? { show: names } : { y }) : { type: 'bar', y };
  if (totals.length === 0 || ('y' in chart && y.length === 0)) return [];
  const message = `the chart of ${config} does not draw totals beside their parts: ${totals.join(', ')}`;
  const help = `If they should be drawn, add to the sidecar: "chart": ${JSON.stringify(chart)}.`;
  return [problem('totals-apart', { file: null }, message, help)];
}

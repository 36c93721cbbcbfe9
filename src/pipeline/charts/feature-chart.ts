import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartDocument } from '../../contract/chart-document.ts';
import type { IndexDocument } from '../../contract/documents.ts';
import { chartFile, chartPageFile, FEATURED_FILE } from '../../contract/routes.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { formatLanguage, textsFor } from '../../texts/texts.ts';
import { folderOutput } from '../output/folder-output.ts';
import { drawChartOf } from './draw-chart.ts';

/** Positions of a time axis per year. Other axes have no length in years. */
const PER_YEAR: Partial<Record<string, number>> = { year: 1, quarter: 4, month: 12, date: 365.25, datetime: 365.25 };

/**
 * Chooses the chart of the home page among the drawn charts and writes its dataset's name for the page to read: the publisher's choice, or
 * else a chart over time that compares several series, of the longest span, or else the chart with the most values. The same charts give the
 * same choice; of equal ones, the first in the index is taken. Returns a problem if the publisher's choice has no chart. Throws a
 * `ProblemError` if the system refuses to write.
 */
export function featureChart(folder: string, catalogue: IndexDocument): Problem[] {
  const { featured = null, datasets, language, direction, layout } = catalogue;
  const configs = datasets.map(({ config }) => config);
  const drawn = configs.filter((config) => existsSync(join(folder, chartFile('data', config))));
  const isWished = featured !== null && drawn.includes(featured);
  const read = (config: string) => JSON.parse(readFileSync(join(folder, chartFile('data', config)), 'utf8'));
  const scored = isWished ? [] : drawn.map((config) => ({ config, score: scoreOf(read(config)) }));
  const chosen = isWished ? featured : (scored.toSorted((one, other) => other.score - one.score)[0]?.config ?? null);
  folderOutput(folder).write(FEATURED_FILE, JSON.stringify(chosen));
  // If the dataset's page is reused, what pages are rendered from has not been drawn.
  if (chosen !== null && !existsSync(join(folder, chartPageFile(chosen)))) {
    const words = { texts: textsFor(language).chart, language: formatLanguage(language) };
    drawChartOf({ folder, config: chosen, layout, words, direction, hasPicture: false });
  }
  if (isWished || featured === null || !configs.includes(featured)) return [];
  const message = `"featured" is ${JSON.stringify(featured)}, which has no chart, so the home page shows another one`;
  const help = 'Name a dataset with a chart in catalogue.json, or remove the key: the chart is then chosen by a rule.';
  return [problem('chart-failed', { file: 'catalogue.json' }, message, help)];
}

/** A number by which charts are compared: over time or not, then several series or one, then the span in years, then the values. */
function scoreOf({ kind, series, x }: ChartDocument): number {
  const shown = series.filter((one) => one.shown);
  const values = shown.flatMap((one) => one.values.filter((value) => value !== null)).length;
  const perYear = kind === 'histogram' ? undefined : PER_YEAR[x.kind];
  if (perYear === undefined) return values;
  const years = Math.round(((x.positions.at(-1) ?? 0) - (x.positions[0] ?? 0)) / perYear);
  return 1e12 + (shown.length > 1 ? 1e11 : 0) + 1e6 * years + values;
}

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
const PER_YEAR: Partial<Record<ChartDocument['x']['kind'], number>> = {
  year: 1,
  quarter: 4,
  month: 12,
  date: 365.25,
  datetime: 365.25,
};

/**
 * Chooses the chart of the home page among the drawn charts and writes its dataset's name for the page to read: the publisher's choice, or
 * else a chart over time that compares several series, of the longest span, or else the chart with the most values. The same charts give the
 * same choice; of equal ones, the first in the index is taken. Returns a problem if the publisher's choice has no chart. Throws a
 * `ProblemError` if the system refuses to write.
 */
export function featureChart(folder: string, catalogue: IndexDocument): Problem[] {
  const { featured = null, datasets, language, direction, layout } = catalogue;
  const hasChart = (config: string) => existsSync(join(folder, chartFile('data', config)));
  const isWished = featured !== null && hasChart(featured);
  const chosen = isWished
    ? featured
    : bestOf(
        folder,
        datasets.map(({ config }) => config).filter((config) => hasChart(config)),
      );
  folderOutput(folder).write(FEATURED_FILE, JSON.stringify(chosen));
  // If the dataset's page is reused, what pages are rendered from has not been drawn.
  if (chosen !== null && !existsSync(join(folder, chartPageFile(chosen)))) {
    const words = { texts: textsFor(language).chart, language: formatLanguage(language) };
    drawChartOf({ folder, config: chosen, layout, words, direction, hasPicture: false });
  }
  const isPublished = datasets.some(({ config }) => config === featured);
  return isPublished && !isWished ? [withoutChart(catalogue)] : [];
}

function bestOf(folder: string, configs: readonly string[]): string | null {
  let best: { config: string; rank: readonly number[] } | null = null;
  for (const config of configs) {
    const rank = rankOf(JSON.parse(readFileSync(join(folder, chartFile('data', config)), 'utf8')));
    const at = rank.findIndex((part, index) => part !== best?.rank[index]);
    if (!best || (rank[at] ?? 0) > (best.rank[at] ?? 0)) best = { config, rank };
  }
  return best?.config ?? null;
}

/** Numbers that compare charts: the first that differs decides. */
function rankOf({ kind, series, x }: ChartDocument): readonly number[] {
  const shown = series.filter((one) => one.shown);
  const values = shown.flatMap((one) => one.values.filter((value) => value !== null)).length;
  const perYear = kind === 'histogram' ? undefined : PER_YEAR[x.kind];
  if (perYear === undefined) return [0, 0, 0, values];
  const length = (x.positions.at(-1) ?? 0) - (x.positions[0] ?? 0);
  return [1, Number(shown.length > 1), Math.round(length / perYear), values];
}

function withoutChart({ featured }: IndexDocument): Problem {
  const message = `"featured" is ${JSON.stringify(featured)}, which has no chart, so the home page shows another one`;
  const help = 'Name a dataset with a chart in catalogue.json, or remove the key: the chart is then chosen by a rule.';
  return problem('chart-failed', { file: 'catalogue.json' }, message, help);
}

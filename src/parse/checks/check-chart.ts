import type { ChartChoice, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { listFew, MAX_LISTED } from './check-columns.ts';

/** Reports names in a chart that no published column has. `columns` contains the names of the published columns before any `rename`. */
export function checkChart(source: Source, columns: readonly string[], report: Report): void {
  const { chart } = source.about;
  if (!chart) return;
  const published = publishedNames(columns, source.columns);
  const { x, y, series, only = {} } = chart;
  for (const [key, names] of Object.entries({ x, y, series, only: Object.keys(only) })) {
    for (const name of [names ?? []].flat()) {
      if (published.has(name)) continue;
      const message = source.format.omitted.includes(name)
        ? `"chart.${key}" names the column "${name}", which is not published`
        : `"chart.${key}" names a column "${name}" that ${source.file} does not have${didYouMean(name, published.keys())}`;
      const help = `The published columns of the file are: ${listFew(columns, MAX_LISTED)}.`;
      report(problem('column-unknown', source.chartPlace ?? { file: source.descriptionFile }, message, help));
    }
  }
}

/** The chart with published column names. `columns` maps the name of each column before any `rename` to its description. */
export function publishedChart(chart: ChartChoice | null, columns: Source['columns']): ChartChoice | null {
  if (!chart) return null;
  const names = publishedNames([...columns.keys()], columns);
  const nameOf = (name: string): string => names.get(name) ?? name;
  const { x, y, series, only } = chart;
  return {
    ...chart,
    ...(x !== undefined && { x: nameOf(x) }),
    ...(y && { y: y.map(nameOf) }),
    ...(series !== undefined && { series: nameOf(series) }),
    ...(only && { only: Object.fromEntries(Object.entries(only).map(([name, value]) => [nameOf(name), value])) }),
  };
}

/** Maps the original and published names of columns to the published ones. A published name takes precedence over an equal original. */
function publishedNames(columns: readonly string[], described: Source['columns']): Map<string, string> {
  const renames = columns.map((name) => [name, described.get(name)?.rename ?? name] as const);
  return new Map([...renames, ...renames.map(([, name]) => [name, name] as const)]);
}

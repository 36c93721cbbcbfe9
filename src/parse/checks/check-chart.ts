import type { ChartChoice, ColumnDescription, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';

/** Most column names listed in the help of a problem. */
const MAX_LISTED = 100;

/**
 * Reports columns that the chart of a description names and that are not published; `columns` are those of the file, without omitted ones.
 */
export function checkChart(source: Source, columns: readonly string[], report: Report): void {
  const { chart } = source.about;
  if (!chart) return;
  const published = publishedNames(columns, source.columns);
  const keys = [
    ...(['x', 'y', 'series'] as const).map((key) => [key, [chart[key] ?? []].flat()] as const),
    ['only', Object.keys(chart.only ?? {})] as const,
  ];
  for (const [key, names] of keys) {
    for (const name of names) {
      if (published.has(name)) continue;
      const isOmitted = source.format.omitted.includes(name);
      report(
        problem(
          'column-unknown',
          source.chartPlace ?? { file: source.descriptionFile },
          isOmitted
            ? `"chart.${key}" names the column "${name}", which is left out of what is published`
            : `"chart.${key}" names a column "${name}" that ${source.file} does not have${didYouMean(name, published.keys())}`,
          `The columns of the file: ${columns.slice(0, MAX_LISTED).join(', ')}${columns.length > MAX_LISTED ? ' and more' : ''}.`,
        ),
      );
    }
  }
}

/** A chart with the names under which its columns are published; `columns` describes those of the file, by their names there. */
export function publishedChart(
  chart: ChartChoice | null,
  columns: ReadonlyMap<string, ColumnDescription>,
): ChartChoice | null {
  if (!chart) return null;
  const names = publishedNames([...columns.keys()], columns);
  const { x, y, series, only } = chart;
  const nameOf = (name: string): string => names.get(name) ?? name;
  return {
    ...chart,
    ...(x === undefined ? {} : { x: nameOf(x) }),
    ...(y === undefined ? {} : { y: y.map(nameOf) }),
    ...(series === undefined ? {} : { series: nameOf(series) }),
    ...(only === undefined
      ? {}
      : { only: Object.fromEntries(Object.entries(only).map(([name, value]) => [nameOf(name), value])) }),
  };
}

/** The published name of each column, by that name and by its name in the file. Where both are taken, the published one counts. */
function publishedNames(
  columns: readonly string[],
  described: ReadonlyMap<string, ColumnDescription>,
): Map<string, string> {
  const renames = columns.map((name) => [name, described.get(name)?.rename ?? name] as const);
  return new Map([...renames, ...renames.map(([, name]) => [name, name] as const)]);
}

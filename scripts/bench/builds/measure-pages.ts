import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATASET_PAGES } from '../../../src/contract/routes.ts';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import { figuresOf, type Measurement, measureBuild, measureInTurn } from '../measure.ts';
import { type BenchRun, differences, formatSpread, type Section } from '../report.ts';
import { siteCommand } from './builders.ts';
import { servedFolder } from './same-pages.ts';

/** The catalogue to build. */
const RAW_DATA = join(PROJECT, 'raw-data');
/** Flags to build a single dataset. */
const ONE = ['--only', 'wheat-prices-and-wages'];

/** Start of a line that builds print when the API is published. Measuring starts at this line, since publishing takes long and varies. */
const PUBLISHED = 'publish ';

/** Build variants and their flags. */
const KINDS = {
  'the API alone': ['--api-only'],
  'page, chart and picture': ['--site', 'https://data.example.org'],
  'page and chart': [],
} as const;

/**
 * Measures what a page and its chart cost per dataset, with and without the chart's picture. Builds the project's own catalogue, and
 * measures from the moment when the API is published. Subtracts two costs: that of a site with a single dataset, which is mostly Astro's
 * bundling, and that of what a build of only the API does after that moment.
 */
export async function measurePages({ rounds, work, progress }: BenchRun): Promise<Section> {
  const outOf = (name: string): string => join(work, name.replace(/\W+/g, '-'));
  const contenders = Object.entries(KINDS).flatMap(([kind, flags]) =>
    [`all: ${kind}`, `one: ${kind}`].map((name, at) => {
      const command = siteCommand(RAW_DATA, outOf(name), ...flags, ...(at === 0 ? [] : ONE));
      return { name, run: () => measureBuild(outOf(name), command, PUBLISHED) };
    }),
  );
  const { measured, failures } = await measureInTurn(contenders, rounds, progress);
  // Each figure is computed from several contenders, so none may be missing.
  if (failures.length > 0) throw new Error(failures.join('\n'));
  const pages = join(servedFolder(outOf('all: page and chart')), DATASET_PAGES);
  const datasets = readdirSync(pages, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
  /** The cost of all datasets minus that of one, in each round. */
  const more = (kind: keyof typeof KINDS, figure: keyof Measurement): number[] => {
    const figures = (name: string) => figuresOf(measured.find((it) => it.name === name)?.rounds ?? [], figure);
    return differences(figures(`all: ${kind}`), figures(`one: ${kind}`));
  };
  const costs = (kind: keyof typeof KINDS, figure: keyof Measurement): string => {
    const ofPages = differences(more(kind, figure), more('the API alone', figure));
    return formatSpread(ofPages.map((seconds) => (1000 * seconds) / (datasets - 1)));
  };
  return {
    title: `Pages: the ${datasets} datasets in raw-data`,
    head: ['', 'Milliseconds per dataset', 'Processor milliseconds per dataset'],
    rows: (['page, chart and picture', 'page and chart'] as const).map((kind) => [
      kind,
      costs(kind, 'seconds'),
      costs(kind, 'cpuSeconds'),
    ]),
    notes: ['The results do not depend on --size. The costs of the API and of a site with one dataset are subtracted.'],
    measured,
  };
}

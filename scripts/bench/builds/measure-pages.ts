import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATASET_PAGES } from '../../../src/contract/routes.ts';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import { figuresOf, type Measurement, measure, measureInTurn, setAside } from '../measure.ts';
import { type BenchRun, formatSpread, type Section } from '../report.ts';
import { siteCommand } from './builders.ts';
import { servedFolder } from './same-pages.ts';

/** The catalogue that is built. */
const RAW_DATA = join(PROJECT, 'raw-data');
/** Builds a single dataset of it. */
const ONE = ['--only', 'wheat-prices-and-wages'];

/** What a build prints when the API is published, and the pages begin: the API takes longer than they do, and not as long in each run. */
const PUBLISHED = 'publish ';

/** What is built with the API of each dataset, and the flags that say so. */
const KINDS = {
  'the API alone': ['--api-only'],
  'page, chart and picture': [],
  'page and chart': ['--no-pictures'],
} as const;

/**
 * Measures what the page of a dataset costs, with its chart and with or without the picture of it, on the real catalogue, from the moment
 * when the API is published. What a site costs that has a single dataset is taken off, since most of that is Astro's bundling; so is what a
 * build of the API does after that moment.
 */
export async function measurePages({ rounds, work, progress }: BenchRun): Promise<Section> {
  const outOf = (name: string): string => join(work, name.replace(/\W+/g, '-'));
  const contenders = Object.entries(KINDS).flatMap(([kind, flags]) =>
    [`all: ${kind}`, `one: ${kind}`].map((name, at) => ({
      name,
      run() {
        setAside(outOf(name));
        const { program, args } = siteCommand(RAW_DATA, outOf(name));
        const printing = args.filter((it) => it !== '--quiet');
        return measure({ program, args: [...printing, ...flags, ...(at === 0 ? [] : ONE)] }, PUBLISHED);
      },
    })),
  );
  const { measured, failures } = await measureInTurn(contenders, rounds, progress);
  // Every figure needs all of them.
  if (failures.length > 0) throw new Error(failures.join('\n'));
  const pages = join(servedFolder(outOf('all: page and chart')), DATASET_PAGES);
  const datasets = readdirSync(pages, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
  /** What all datasets cost more than one, in each round. */
  const more = (kind: keyof typeof KINDS, name: keyof Measurement): number[] => {
    const [all = [], one = []] = ['all', 'one'].map((it) =>
      figuresOf(measured.find((other) => other.name === `${it}: ${kind}`)?.rounds ?? [], name),
    );
    return all.map((value, round) => value - (one[round] as number));
  };
  const costs = (kind: keyof typeof KINDS, name: keyof Measurement): string => {
    const ofApi = more('the API alone', name);
    return formatSpread(
      more(kind, name).map((value, round) => (1000 * (value - (ofApi[round] as number))) / (datasets - 1)),
    );
  };
  return {
    title: `Pages: the ${datasets} datasets of raw-data`,
    head: ['', 'Milliseconds a dataset', 'Processor milliseconds a dataset'],
    rows: (['page, chart and picture', 'page and chart'] as const).map((kind) => [
      kind,
      costs(kind, 'seconds'),
      costs(kind, 'cpuSeconds'),
    ]),
    notes: ['Whatever the size. The API, and what a site with a single dataset costs, are taken off.'],
    measured,
  };
}

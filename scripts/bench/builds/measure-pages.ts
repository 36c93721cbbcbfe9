import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATASET_PAGES } from '../../../src/contract/routes.ts';
import type { BenchRun } from '../bench-run.ts';
import { type Command, type Contender, HAS_PROC, type Measurement, measureInTurn, type Outcome } from '../measure.ts';
import { formatSpread, spreadOf } from '../ratios.ts';
import { NOTHING, type Section } from '../report.ts';
import { buildCommand, siteCommand } from './builders.ts';
import { servedFolder } from './same-pages.ts';
import { setAside } from './set-aside.ts';

/** The catalogue that is built. */
const RAW_DATA = fileURLToPath(new URL('../../../raw-data', import.meta.url));
/** The dataset of it that is built alone. */
const ONE = 'wheat-prices-and-wages';

/** What a build prints when the API is published, and the pages begin: the API takes longer than they do, and not as long in each run. */
const PUBLISHED = 'publish ';

/**
 * Measures what the page of a dataset costs, with its chart and with or without the picture of it, on the real catalogue, from the moment
 * when the API is published. What a site costs that has a single dataset is taken off, since most of that is Astro's bundling; so is what a
 * build of the API does after that moment.
 */
export async function measurePages({ rounds, work, progress }: BenchRun): Promise<Section> {
  const contender = (name: string, make: typeof siteCommand, ...flags: string[]): Contender => {
    const out = join(work, name.replace(/\W+/g, '-'));
    const { program, args }: Command = make(RAW_DATA, out);
    const printing = args.filter((it) => it !== '--quiet');
    return {
      name,
      command: { program, args: [...printing, ...flags], from: PUBLISHED },
      before: () => setAside(out),
    };
  };
  const only = ['--only', ONE];
  const all = contender('all', siteCommand);
  let datasets = 0;
  const outcomes = await measureInTurn(
    [
      {
        ...all,
        check: () => {
          const pages = join(servedFolder(join(work, 'all')), DATASET_PAGES);
          datasets = readdirSync(pages, { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
        },
      },
      contender('all, without pictures', siteCommand, '--no-pictures'),
      contender('the API of all', buildCommand),
      contender('one', siteCommand, ...only),
      contender('one, without pictures', siteCommand, '--no-pictures', ...only),
      contender('the API of one', buildCommand, ...only),
    ],
    rounds,
    progress,
  );
  const measured = new Map(outcomes.map((outcome) => [outcome.name, roundsOf(outcome)]));
  const costs = (kind: string, figure: (of: Measurement) => number): number[] =>
    Array.from({ length: rounds }, (_, round) => {
      const of = (name: string): number => figure(measured.get(name)?.[round] as Measurement);
      const ofAll = of(`all${kind}`) - of('the API of all');
      const ofOne = of(`one${kind}`) - of('the API of one');
      return (1000 * (ofAll - ofOne)) / (datasets - 1);
    });
  return {
    title: `Pages: the ${datasets} datasets of raw-data`,
    head: ['', 'Milliseconds a dataset', 'Processor milliseconds a dataset'],
    rows: [
      ['page, chart and picture', ''],
      ['page and chart', ', without pictures'],
    ].map(([name = '', kind = '']) => [
      name,
      formatSpread(spreadOf(costs(kind, ({ seconds }) => seconds))),
      HAS_PROC ? formatSpread(spreadOf(costs(kind, ({ cpuSeconds }) => cpuSeconds ?? Number.NaN))) : NOTHING,
    ]),
    notes: ['Whatever the size. The API, and what a site with a single dataset costs, are taken off.'],
    figures: { datasets, outcomes },
  };
}

/** Throws if a command failed: every figure needs all of them. */
function roundsOf(outcome: Outcome): readonly Measurement[] {
  if (outcome.failure !== null) throw new Error(`${outcome.name}: ${outcome.failure}`);
  return outcome.rounds;
}

import { join } from 'node:path';
import { COLUMNS, generateRawData } from '../data/generate.ts';
import { figuresOf, measureBuild, measureInTurn } from '../measure.ts';
import { installPeers } from '../peers.ts';
import {
  type BenchRun,
  formatMedian,
  formatNumber,
  formatRatio,
  formatRows,
  formatSpread,
  type Section,
  SIZES,
} from '../report.ts';
import { BUILDERS } from './builders.ts';
import { checkSamePages, pageFiles, servedFolder } from './same-pages.ts';

/** Builds one dataset with each builder, and checks that all of them write the same pages. */
export async function compareBuilds({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  installPeers(progress);
  const rows = SIZES[size];
  const rawData = join(work, 'raw-data');
  const bytes = generateRawData(rawData, { datasets: 1, rows });
  const outOf = (at: number): string => join(work, `out-${at}`);
  const ours = outOf(0);
  const contenders = Object.entries(BUILDERS).map(([name, commandFor], at) => {
    const out = outOf(at);
    const command = commandFor({ rawData, out, folder: join(work, `own-${at}`), ours });
    return {
      name,
      run: () => measureBuild(out, command),
      check: () => checkSamePages(servedFolder(ours), servedFolder(out)),
    };
  });
  const { measured, failures } = await measureInTurn(contenders, rounds, progress);
  const pages = pageFiles(servedFolder(ours)).size.toLocaleString('en');
  const [almanac = []] = measured.map((it) => figuresOf(it.rounds, 'seconds'));
  return {
    title: `Building, ${size}: ${formatRows(rows)} × ${COLUMNS.length} columns, ${formatNumber(bytes / 1e6)} MB of CSV`,
    head: ['', 'Seconds', 'Almanac’s time ÷ this time', 'Peak memory, MB'],
    rows: measured.map(({ name, rounds: its }, at) => [
      name,
      formatSpread(figuresOf(its, 'seconds')),
      at === 0 ? '1' : formatRatio(almanac, figuresOf(its, 'seconds')),
      formatMedian(figuresOf(its, 'peak')),
    ]),
    notes: [
      `Each program built the same ${pages} pages. Median of ${rounds} rounds (minimum–maximum).`,
      'DuckDB and the naive script also compute statistics of the columns; Eleventy and Astro do not.',
      ...failures,
    ],
    measured,
  };
}

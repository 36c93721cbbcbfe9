import { join } from 'node:path';
import { generateDataset } from '../data/generate.ts';
import { figuresOf, measureBuild } from '../measure.ts';
import { installPeers } from '../peers.ts';
import { type BenchRun, formatNumber, formatRatio, measureSection, PEAK, SECONDS, type Section } from '../report.ts';
import { BUILDERS } from './builders.ts';
import { checkSamePages, pageFiles, servedFolder } from './same-pages.ts';

/** Builds one dataset with each builder, and checks that all of them write the same pages. */
export function compareBuilds(run: BenchRun): Promise<Section> {
  installPeers(run.progress);
  const { rawData, described } = generateDataset(run);
  const outOf = (at: number): string => join(run.work, `out-${at}`);
  const ours = outOf(0);
  const contenders = Object.entries(BUILDERS).map(([name, commandFor], at) => {
    const out = outOf(at);
    const command = commandFor({ rawData, out, folder: join(run.work, `own-${at}`), ours });
    return {
      name,
      run: () => measureBuild(out, command),
      check: () => checkSamePages(servedFolder(ours), servedFolder(out)),
    };
  });
  return measureSection(run, contenders, (measured) => {
    const [almanac = []] = measured.map((it) => figuresOf(it.rounds, 'seconds'));
    const ratioTo = (rounds: (typeof measured)[0]['rounds']) => formatRatio(almanac, figuresOf(rounds, 'seconds'));
    const pages = formatNumber(pageFiles(servedFolder(ours)).size);
    return {
      title: `Building, ${described}`,
      columns: [SECONDS, ['Almanac’s time ÷ this time', ({ rounds }, at) => (at === 0 ? '1' : ratioTo(rounds))], PEAK],
      notes: [
        `Each program built the same ${pages} pages. Median of ${run.rounds} rounds (minimum–maximum).`,
        'DuckDB and the naive script also compute statistics of the columns; Eleventy and Astro do not.',
      ],
    };
  });
}

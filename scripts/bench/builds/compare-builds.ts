import { join } from 'node:path';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { COLUMNS, generateRawData } from '../data/generate.ts';
import { type Contender, failuresOf, measureInTurn, type Outcome, peakMegabytes, secondsOf } from '../measure.ts';
import { formatNumber, formatSpread, ratioOf, spreadOf } from '../ratios.ts';
import { formatFigure, type Section } from '../report.ts';
import type { Builder } from './builders.ts';
import { checkSamePages, pageFiles, servedFolder } from './same-pages.ts';
import { setAside } from './set-aside.ts';

/** Builds one dataset with each builder, and checks that all make the same pages. The first builder is Almanac. */
export async function compareBuilds(
  builders: readonly Builder[],
  { size, rounds, work, progress }: BenchRun,
): Promise<Section> {
  const rows = SIZES[size];
  const rawData = join(work, 'raw-data');
  const bytes = generateRawData(rawData, { datasets: 1, rows });
  const present = builders.filter(({ absent }) => absent === null);
  const contenders = present.map((builder, at) => contenderOf(builder, at, { rawData, work }));
  const outcomes = await measureInTurn(contenders, rounds, progress);
  const pages = pageFiles(servedFolder(outOf(work, 0))).length;
  const absences = builders.flatMap(({ name, absent }) => (absent === null ? [] : `${name}: not measured, ${absent}.`));
  return {
    title: `Building, ${size}: ${formatRows(rows)} × ${COLUMNS.length} columns, ${formatNumber(bytes / 1e6)} MB of CSV`,
    head: ['', 'Seconds', 'Almanac’s time ÷ its', 'Peak memory, MB'],
    rows: outcomes.flatMap((outcome) => rowOf(outcome, outcomes[0] as Outcome)),
    notes: [
      `Each built the same ${pages.toLocaleString('en')} pages. Median of ${rounds} rounds (least–most).`,
      'DuckDB and the naive script also describe the columns, with statistics. Eleventy and Astro do not.',
      ...absences,
      ...failuresOf(outcomes),
    ],
    figures: { rows, bytes, pages, outcomes },
  };
}

function outOf(work: string, at: number): string {
  return join(work, `out-${at}`);
}

function contenderOf(
  { name, command }: Builder,
  at: number,
  { rawData, work }: { rawData: string; work: string },
): Contender {
  const [out, ours] = [outOf(work, at), outOf(work, 0)];
  return {
    name,
    command: command({ rawData, out, folder: join(work, `own-${at}`), ours }),
    before: () => setAside(out),
    check: () => checkSamePages(servedFolder(ours), servedFolder(out)),
  };
}

function rowOf(outcome: Outcome, almanac: Outcome): string[][] {
  if (outcome.failure !== null || almanac.failure !== null) return [];
  const { name, rounds } = outcome;
  const [times, own] = [secondsOf(rounds), secondsOf(almanac.rounds)];
  const ratio = outcome === almanac ? '1' : formatSpread(ratioOf(own, times));
  return [[name, formatSpread(spreadOf(times)), ratio, formatFigure(peakMegabytes(rounds))]];
}

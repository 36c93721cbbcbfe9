import { join } from 'node:path';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { COLUMNS, generateRawData } from '../data/generate.ts';
import { failuresOf, type Measurement, measureInTurn, type Outcome, peakMegabytes, secondsOf } from '../measure.ts';
import { formatNumber, formatSpread, ratioOf, spreadOf } from '../ratios.ts';
import { formatFigure, NOTHING, type Section } from '../report.ts';
import { buildCommand } from './builders.ts';
import { setAside } from './set-aside.ts';

/** Builds one dataset of each size up to the requested one: time and memory as the rows grow. */
export async function measureGrowth({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  const sizes = Object.values(SIZES).filter((rows) => rows <= SIZES[size]);
  const contenders = sizes.map((rows) => {
    const rawData = join(work, `raw-data-${rows}`);
    generateRawData(rawData, { datasets: 1, rows, columns: COLUMNS.length });
    const out = join(work, `out-${rows}`);
    const before = (): void => setAside(out);
    return { name: formatRows(rows), command: buildCommand(rawData, out), before };
  });
  const outcomes = await measureInTurn(contenders, rounds, progress);
  return {
    title: 'How time and memory grow',
    head: ['', 'Seconds', 'Microseconds per row', '÷ the line above', 'Peak memory, MB'],
    rows: outcomes.flatMap((outcome, at) => rowOf(outcome, outcomes[at - 1], sizes[at] as number, sizes[at - 1])),
    notes: [
      'If time grows in proportion to the rows, the microseconds per row stay the same. In small builds, the time to start Node dominates.',
      ...failuresOf(outcomes),
    ],
    figures: { outcomes },
  };
}

function rowOf(outcome: Outcome, above: Outcome | undefined, rows: number, rowsAbove = 0): string[][] {
  if (outcome.failure !== null) return [];
  const { name, rounds } = outcome;
  const times = microsecondsPerRow(rounds, rows);
  const comparable = above !== undefined && above.failure === null;
  return [
    [
      name,
      formatSpread(spreadOf(secondsOf(rounds))),
      formatNumber(spreadOf(times).median),
      comparable ? formatSpread(ratioOf(times, microsecondsPerRow(above.rounds, rowsAbove))) : NOTHING,
      formatFigure(peakMegabytes(rounds)),
    ],
  ];
}

function microsecondsPerRow(rounds: readonly Measurement[], rows: number): number[] {
  return secondsOf(rounds).map((seconds) => (seconds / rows) * 1e6);
}

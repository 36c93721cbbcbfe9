import { join } from 'node:path';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { COLUMNS, generateRawData, type Shape } from '../data/generate.ts';
import { failuresOf, measureInTurn, type Outcome, peakMegabytes, secondsOf } from '../measure.ts';
import { formatNumber, formatSpread, spreadOf } from '../ratios.ts';
import { formatFigure, type Section } from '../report.ts';
import { ALMANAC, type Builder, NAIVE } from './builders.ts';
import { setAside } from './set-aside.ts';

const MANY_COLUMNS = 1000;

/** Builds the same number of cells in several shapes, and the first shape with the naive script too. */
export async function measureMemory({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  const rows = SIZES[size];
  const shapes: Shape[] = [
    { datasets: 1, rows, columns: COLUMNS.length },
    { datasets: 100, rows: rows / 100, columns: COLUMNS.length },
    { datasets: 1000, rows: rows / 1000, columns: COLUMNS.length },
    { datasets: 1, rows: (rows * COLUMNS.length) / MANY_COLUMNS, columns: MANY_COLUMNS },
  ];
  const inputs = shapes.map((shape, at) => {
    const rawData = join(work, `raw-data-${at}`);
    return { name: formatShape(shape), rawData, bytes: generateRawData(rawData, shape) };
  });
  const contender = ({ command, name }: Builder, at: number) => {
    const out = join(work, `out-${name}-${at}`);
    const input = inputs[at] as (typeof inputs)[number];
    const paths = { rawData: input.rawData, out, folder: '', ours: '' };
    const before = (): void => setAside(out);
    return { name: `${name}: ${input.name}`, command: command(paths), before };
  };
  const contenders = [...inputs.map((_, at) => contender(ALMANAC, at)), contender(NAIVE, 0)];
  const outcomes = await measureInTurn(contenders, rounds, progress);
  return {
    title: `Memory, ${size}: the same number of cells in several shapes`,
    head: ['', 'CSV, MB', 'Seconds', 'Peak memory, MB'],
    rows: outcomes.flatMap((outcome, at) => rowOf(outcome, (inputs[at] ?? inputs[0])?.bytes ?? 0)),
    notes: failuresOf(outcomes),
    figures: { shapes, outcomes },
  };
}

function formatShape({ datasets, rows, columns }: Shape): string {
  const many = datasets === 1 ? '' : `${datasets.toLocaleString('en')} datasets of `;
  return `${many}${formatRows(rows)} × ${columns.toLocaleString('en')}`;
}

function rowOf(outcome: Outcome, bytes: number): string[][] {
  if (outcome.failure !== null) return [];
  const { name, rounds } = outcome;
  return [
    [name, formatNumber(bytes / 1e6), formatSpread(spreadOf(secondsOf(rounds))), formatFigure(peakMegabytes(rounds))],
  ];
}

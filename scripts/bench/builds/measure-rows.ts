import { join } from 'node:path';
import { generateRawData } from '../data/generate.ts';
import { figuresOf, measureBuild, measureInTurn } from '../measure.ts';
import { type BenchRun, formatMedian, formatRows, formatSpread, type Section, SIZES } from '../report.ts';
import { buildCommand } from './builders.ts';

/** Row counts of the datasets, as multiples of a fifth of the size. */
const MULTIPLES = [1, 5, 10];

/** Measures how time and memory grow with the rows of a dataset, with all downloads. */
export async function measureRows({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  const contenders = MULTIPLES.map((multiple) => {
    const rows = (SIZES[size] / 5) * multiple;
    const [rawData, out] = [join(work, `raw-data-${multiple}`), join(work, `out-${multiple}`)];
    generateRawData(rawData, { datasets: 1, rows });
    return { name: formatRows(rows), run: () => measureBuild(out, buildCommand(rawData, out)) };
  });
  const { measured, failures } = await measureInTurn(contenders, rounds, progress);
  return {
    title: `Rows, ${size}: one dataset with all downloads`,
    head: ['', 'Seconds', 'Processor seconds', 'Peak memory, MB'],
    rows: measured.map(({ name, rounds: its }) => [
      name,
      formatSpread(figuresOf(its, 'seconds')),
      formatSpread(figuresOf(its, 'cpuSeconds')),
      formatMedian(figuresOf(its, 'peak')),
    ]),
    notes: failures,
    measured,
  };
}

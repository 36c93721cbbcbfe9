import { join } from 'node:path';
import { generateRawData } from '../data/generate.ts';
import { measureBuild } from '../measure.ts';
import { type BenchRun, formatRows, measureSection, PEAK, PROCESSOR, SECONDS, type Section, SIZES } from '../report.ts';
import { buildCommand } from './builders.ts';

/** Row counts of the datasets, as multiples of a fifth of the size. */
const MULTIPLES = [1, 5, 10];

/** Measures how time and memory grow with the rows of a dataset, with all downloads. */
export function measureRows(run: BenchRun): Promise<Section> {
  const contenders = MULTIPLES.map((multiple) => {
    const rows = (SIZES[run.size] / 5) * multiple;
    const [rawData, out] = [join(run.work, `raw-data-${multiple}`), join(run.work, `out-${multiple}`)];
    generateRawData(rawData, { datasets: 1, rows });
    return { name: formatRows(rows), run: () => measureBuild(out, buildCommand(rawData, out)) };
  });
  const title = `Rows, ${run.size}: one dataset with all downloads`;
  return measureSection(run, contenders, () => ({ title, columns: [SECONDS, PROCESSOR, PEAK] }));
}

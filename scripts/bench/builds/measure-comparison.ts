import { join } from 'node:path';
import { csvFile, generateRawData } from '../data/generate.ts';
import { figuresOf, measure, measureBuild } from '../measure.ts';
import {
  type BenchRun,
  formatRows,
  formatSpread,
  measureSection,
  NOTHING,
  PROCESSOR,
  SECONDS,
  type Section,
  SIZES,
} from '../report.ts';
import { buildCommand } from './builders.ts';
import { changeCell } from './measure-rebuilds.ts';

const DATASETS = 200;

/** Measures what comparing each dataset with its last edition costs if all of them have changed, for each dataset. */
export async function measureComparison(run: BenchRun): Promise<Section> {
  const { size, work } = run;
  const rows = SIZES[size] / DATASETS;
  const [rawData, last, out] = ['raw-data', 'last', 'out'].map((name) => join(work, name)) as [string, string, string];
  generateRawData(rawData, { datasets: DATASETS, rows });
  await measure(buildCommand(rawData, last, '--formats', ''));
  for (let number = 0; number < DATASETS; number += 1) changeCell(join(rawData, csvFile(number)));
  const plainly = buildCommand(rawData, out, '--formats', '');
  const compared = plainly.args.map((it) => (it === '--no-compare' ? `--previous=${last}` : it));
  const contenders = [
    { name: 'not compared', run: () => measureBuild(out, plainly) },
    { name: 'compared', run: () => measureBuild(out, { ...plainly, args: compared }) },
  ];
  return measureSection(run, contenders, (measured) => {
    const [plain = []] = measured.map((it) => figuresOf(it.rounds, 'cpuSeconds'));
    const each = (seconds: readonly number[]) => seconds.map((it, at) => ((it - (plain[at] ?? 0)) / DATASETS) * 1000);
    return {
      title: `Comparing editions, ${size}: ${DATASETS} datasets of ${formatRows(rows)}, each with one changed cell`,
      columns: [
        SECONDS,
        PROCESSOR,
        [
          'ms a dataset',
          ({ rounds }, at) => (at === 0 ? NOTHING : formatSpread(each(figuresOf(rounds, 'cpuSeconds')))),
        ],
      ],
    };
  });
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvFile, generateRawData } from '../data/generate.ts';
import { figuresOf, measure } from '../measure.ts';
import {
  type BenchRun,
  differences,
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

const DATASETS = 100;
const CHANGED = 50;

/** Measures rebuilds of many datasets, unchanged or with one changed cell. Also reports how much longer they take than an empty process. */
export async function measureRebuilds(run: BenchRun): Promise<Section> {
  const { size, work } = run;
  const rows = SIZES[size] / DATASETS;
  const [rawData, out] = [join(work, 'raw-data'), join(work, 'out')];
  generateRawData(rawData, { datasets: DATASETS, rows });
  const command = buildCommand(rawData, out);
  await measure(command);
  const contenders = [
    {
      name: 'an empty Node process',
      run: () => measure({ program: process.execPath, args: ['--eval', ''] }),
    },
    { name: 'nothing changed', run: () => measure(command) },
    {
      name: 'one cell changed',
      run() {
        changeCell(join(rawData, csvFile(CHANGED)));
        return measure(command);
      },
    },
  ];
  return measureSection(run, contenders, (measured) => {
    const [empty = []] = measured.map((it) => figuresOf(it.rounds, 'seconds'));
    const beyond = (seconds: number[]) => formatSpread(differences(seconds, empty));
    return {
      title: `Rebuilding, ${size}: ${DATASETS} datasets of ${formatRows(rows)}`,
      columns: [
        SECONDS,
        ['− empty process', ({ rounds }, at) => (at === 0 ? NOTHING : beyond(figuresOf(rounds, 'seconds')))],
        PROCESSOR,
      ],
    };
  });
}

/** Changes the year of the last record in a CSV file. */
export function changeCell(path: string): void {
  const text = readFileSync(path, 'utf8');
  const at = [...text.matchAll(/\n\d{3}(?=\d,\d+,)/g)].at(-1);
  if (!at) throw new Error(`there is no record in ${path}`);
  const digit = at.index + at[0].length;
  writeFileSync(path, `${text.slice(0, digit)}${(Number(text[digit]) + 1) % 10}${text.slice(digit + 1)}`);
}

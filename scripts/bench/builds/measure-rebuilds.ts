import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { csvFile, generateRawData } from '../data/generate.ts';
import { type Contender, failuresOf, measure, measureInTurn, type Outcome, secondsOf } from '../measure.ts';
import { formatSpread, spreadOf } from '../ratios.ts';
import { NOTHING, type Section } from '../report.ts';
import { buildCommand } from './builders.ts';
import { pageFiles, servedFolder } from './same-pages.ts';

const DATASETS = 100;
/** The dataset in which a cell is changed. */
const CHANGED = 50;

/** Builds many datasets again, with nothing or one cell changed. The result is the time beyond that of an empty Node process. */
export async function measureRebuilds({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  const rows = SIZES[size] / DATASETS;
  const [rawData, out] = [join(work, 'raw-data'), join(work, 'out')];
  generateRawData(rawData, { datasets: DATASETS, rows });
  const command = buildCommand(rawData, out);
  await measure(command);
  const written = new Map<string, number>();
  const rebuild = (name: string, change: () => void): Contender => {
    let previous = new Map<string, string>();
    return {
      name,
      command,
      before() {
        change();
        previous = identitiesIn(out);
      },
      check: () => written.set(name, countRewritten(previous, identitiesIn(out))),
    };
  };
  const empty = { program: process.execPath, args: ['--eval', ''] };
  const outcomes = await measureInTurn(
    [
      { name: 'a Node process that does nothing', command: empty, before: () => undefined },
      rebuild('nothing changed', () => undefined),
      rebuild('one cell changed', () => changeCell(join(rawData, csvFile(CHANGED)))),
    ],
    rounds,
    progress,
  );
  const [nothing] = outcomes;
  const pages = pageFiles(servedFolder(out)).length;
  return {
    title: `Building again, ${size}: ${DATASETS} datasets of ${formatRows(rows)}`,
    head: ['', 'Seconds', 'Seconds beyond the first line', 'Page files rewritten'],
    rows: outcomes.flatMap((outcome) => rowOf(outcome, nothing as Outcome, written, pages)),
    notes: failuresOf(outcomes),
    figures: { pages, written: Object.fromEntries(written), outcomes },
  };
}

function rowOf(outcome: Outcome, nothing: Outcome, written: ReadonlyMap<string, number>, pages: number): string[][] {
  if (outcome.failure !== null || nothing.failure !== null) return [];
  const seconds = secondsOf(outcome.rounds);
  const start = secondsOf(nothing.rounds);
  const over = seconds.map((it, round) => it - (start[round] as number));
  const files = written.get(outcome.name);
  return [
    [
      outcome.name,
      formatSpread(spreadOf(seconds)),
      outcome === nothing ? NOTHING : formatSpread(spreadOf(over)),
      files === undefined ? NOTHING : `${files.toLocaleString('en')} of ${pages.toLocaleString('en')}`,
    ],
  ];
}

/** Identities of the page files by path. A file that replaces another has a different one. */
function identitiesIn(out: string): Map<string, string> {
  const folder = servedFolder(out);
  return new Map(
    pageFiles(folder).map((file) => {
      const { ino, mtimeMs } = statSync(join(folder, file));
      return [file, `${ino} ${mtimeMs}`];
    }),
  );
}

function countRewritten(previous: ReadonlyMap<string, string>, current: ReadonlyMap<string, string>): number {
  return [...current].filter(([file, identity]) => previous.get(file) !== identity).length;
}

/** Changes the year of the last record in a CSV file. */
export function changeCell(path: string): void {
  const text = readFileSync(path, 'utf8');
  const at = [...text.matchAll(/\n\d{3}(?=\d,\d+,)/g)].at(-1);
  if (!at) throw new Error(`there is no record in ${path}`);
  const digit = at.index + at[0].length;
  writeFileSync(path, `${text.slice(0, digit)}${(Number(text[digit]) + 1) % 10}${text.slice(digit + 1)}`);
}

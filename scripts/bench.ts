import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { temporaryFolder } from '../src/pipeline/output/temporary-folder.ts';
import { nameCommands } from '../src/problems/name-command.ts';
import { compareBuilds } from './bench/builds/compare-builds.ts';
import { compareFormats } from './bench/builds/compare-formats.ts';
import { measureComparison } from './bench/builds/measure-comparison.ts';
import { measureDev } from './bench/builds/measure-dev.ts';
import { measurePages } from './bench/builds/measure-pages.ts';
import { measureRebuilds } from './bench/builds/measure-rebuilds.ts';
import { measureRows } from './bench/builds/measure-rows.ts';
import { measureRules } from './bench/builds/measure-rules.ts';
import { measureSiteRebuilds } from './bench/builds/measure-site-rebuilds.ts';
import { compareQuestions } from './bench/questions/compare-questions.ts';
import { readOptions } from './bench/read-options.ts';
import { type BenchRun, describeMachine, formatSection, type Section, SIZES } from './bench/report.ts';
import { compareServers } from './bench/servers/compare-servers.ts';
import { writeOut } from './command-line.ts';

/** Datasets of a site that is rebuilt, by size. */
const DATASETS = { S: 100, M: 300, L: 1000, XL: 5000 } as const;

/** The parts of the benchmark, by name, in the order in which they run. */
const PARTS: Readonly<Record<string, (run: BenchRun) => Promise<Section>>> = {
  build: compareBuilds,
  rows: measureRows,
  rules: measureRules,
  comparison: measureComparison,
  downloads: compareFormats,
  incremental: measureRebuilds,
  pages: measurePages,
  sites: (run) => measureSiteRebuilds(run, DATASETS[run.size]),
  dev: measureDev,
  serving: compareServers,
  questions: compareQuestions,
};
const NAMES = Object.keys(PARTS);

const HELP = `Usage: {almanac bench --} [--size S|M|L|XL] [--only LIST] [--rounds NUMBER] [--json]

Measures Almanac, compares it with other programs that do the same work, and prints Markdown tables.

  --size    number of rows to generate: S 10,000, M 100,000 (the default), L 1,000,000, XL 5,000,000
  --only    parts to run, separated by commas: ${NAMES.join(',')} (default all)
  --rounds  number of rounds, each of which measures every program once (default 5)
  --json    print all measurements as one JSON document
`;

const options = {
  size: { type: 'string', default: 'M' },
  only: { type: 'string', default: NAMES.join() },
  rounds: { type: 'string', default: '5' },
  json: { type: 'boolean', default: false },
} as const;
const given = await readOptions(nameCommands(HELP), options, ({ size, only, rounds }) => {
  if (!Object.hasOwn(SIZES, size)) return `--size ${size}: must be one of ${Object.keys(SIZES).join(', ')}`;
  if (!/^[1-9][0-9]{0,2}$/.test(rounds)) return `--rounds ${rounds}: must be a whole number from 1 to 999`;
  const unknown = only.split(',').find((part) => !NAMES.includes(part));
  return unknown === undefined ? null : `--only ${unknown}: must be one or more of ${NAMES.join(', ')}`;
});

const size = given.size as keyof typeof SIZES;
const rounds = Number(given.rounds);
const parts = given.only.split(',');
const progress = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const folder = temporaryFolder(join(PROJECT, '.almanac'));
const sections: Section[] = [];
try {
  for (const [part, run] of Object.entries(PARTS).filter(([name]) => parts.includes(name))) {
    progress(`${part}, ${size}`);
    const work = join(folder, part);
    try {
      sections.push(await run({ size, rounds, work, progress }));
    } catch (error) {
      // A part that fails does not stop the others; their results are still printed.
      progress(`${part} could not be measured: ${(error as Error).message}`);
      process.exitCode = 1;
    }
    rmSync(work, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const machine = describeMachine();
const tables = (): string => [`${machine}\n`, ...sections.map(formatSection)].join('\n');
await writeOut(given.json ? `${JSON.stringify({ machine, size, rounds, sections }, null, 2)}\n` : tables());

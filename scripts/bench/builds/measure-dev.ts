import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import { type BenchRun, formatSpread, measureSection, type Section } from '../report.ts';
import { freePort, HOST, launch } from '../servers/servers.ts';

/** What is requested, in this order. */
const PATHS = ['/v1/datasets', '/datasets/coffee-production/'] as const;

/** One start of the development server: seconds from its start to the answer for each of `PATHS`, and its peak memory then, in MB. */
interface Start {
  answered: number[];
  peak: number;
}

/** Measures how long a development server of the project's own catalogue takes until it answers, with and without an earlier one's output. */
export function measureDev(run: BenchRun): Promise<Section> {
  const { work } = run;
  mkdirSync(work, { recursive: true });
  const contenders = [
    {
      name: 'first start',
      run() {
        rmSync(join(work, '.dist-dev'), { recursive: true, force: true });
        return startIn(work);
      },
    },
    { name: 'next start, nothing changed', run: () => startIn(work) },
  ];
  const secondsTo = (rounds: readonly Start[], at: number) =>
    formatSpread(rounds.map(({ answered }) => answered[at] ?? Number.NaN));
  return measureSection(run, contenders, () => ({
    title: 'Development: the datasets in raw-data',
    columns: [
      ['Seconds to /v1', ({ rounds }) => secondsTo(rounds, 0)],
      ['Seconds to a page', ({ rounds }) => secondsTo(rounds, 1)],
      ['Peak memory, MB', ({ rounds }) => formatSpread(rounds.map(({ peak }) => peak))],
    ],
    notes: [
      'The results do not depend on --size. The first start has what Node has compiled, and nothing else, of earlier ones.',
    ],
  }));
}

/** Starts a server in a folder, measures it, and ends it once all is built. */
async function startIn(cwd: string): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const flags = ['--raw-data', join(PROJECT, 'raw-data'), '--host', HOST, '--port', String(port)];
  const args = [join(PROJECT, 'scripts/run.js'), 'dev', ...flags];
  const server = launch({ program: process.execPath, args, cwd }, port);
  try {
    const answered: number[] = [];
    for (const path of PATHS) {
      await server.until(async () => {
        const response = await fetch(server.url + path);
        return (await response.text()) !== '' && response.ok;
      });
      answered.push((performance.now() - started) / 1000);
    }
    const peak = server.peak();
    await server.until(async () => server.printed().includes('published '));
    return { answered, peak };
  } finally {
    await server.stop();
  }
}

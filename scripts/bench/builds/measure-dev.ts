import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import { measureInTurn, peakMemory } from '../measure.ts';
import { type BenchRun, formatSpread, type Section } from '../report.ts';
import { freePort } from '../servers/servers.ts';

/** What is requested, in this order. */
const PATHS = ['/v1/datasets', '/datasets/coffee-production/'] as const;
/** Time between two attempts to connect. */
const RETRY_MS = 10;

/** One start of the development server: seconds from its start to the answer for each of `PATHS`, and its peak memory then, in MB. */
interface Start {
  answered: number[];
  peak: number;
}

/** Measures how long a development server of the project's own catalogue takes until it answers, with and without an earlier one's output. */
export async function measureDev({ rounds, work, progress }: BenchRun): Promise<Section> {
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
  const { measured, failures } = await measureInTurn(contenders, rounds, progress);
  return {
    title: 'Development: the datasets in raw-data',
    head: ['', 'Seconds to /v1', 'Seconds to a page', 'Peak memory, MB'],
    rows: measured.map(({ name, rounds: its }) => [
      name,
      ...PATHS.map((_, at) => formatSpread(its.map(({ answered }) => answered[at] ?? Number.NaN))),
      formatSpread(its.map(({ peak }) => peak)),
    ]),
    notes: [
      'The results do not depend on --size. The first start has what Node has compiled, and nothing else, of earlier ones.',
      ...failures,
    ],
    measured,
  };
}

/** Starts a server in a folder, measures it, and ends it once all is built. */
async function startIn(cwd: string): Promise<Start> {
  const port = await freePort();
  const started = performance.now();
  const args = [
    join(PROJECT, 'scripts/run.js'),
    'dev',
    '--raw-data',
    join(PROJECT, 'raw-data'),
    '--port',
    String(port),
  ];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const until = async (isDone: () => Promise<boolean>): Promise<void> => {
    while (!(await isDone())) {
      if (!isRunning()) throw new Error(`the server has ended: ${printed}`);
      await setTimeout(RETRY_MS);
    }
  };
  try {
    const answered: number[] = [];
    for (const path of PATHS) {
      const isAnswered = (): Promise<boolean> =>
        fetch(`http://localhost:${port}${path}`).then(
          async (response) => (await response.text()) !== '' && response.ok,
          () => false,
        );
      await until(isAnswered);
      answered.push((performance.now() - started) / 1000);
    }
    const peak = peakMemory(child.pid);
    await until(async () => printed.includes('published '));
    return { answered, peak };
  } finally {
    if (isRunning()) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '../bench/data/random.ts';
import { readOptions } from '../bench/read-options.ts';
import { startAlmanac } from '../bench/servers/servers.ts';
import { writeOut } from '../command-line.ts';
import { build, type Places, rebuild } from './editions.ts';
import { sendRequests } from './send-requests.ts';
import { MORE_DESCRIPTORS, soakReport } from './soak-report.ts';
import { openDescriptors, watchMemory } from './watch-memory.ts';

const HELP = `Usage: npm run soak -- [--seconds NUMBER]

Sends random requests to the server while builds replace the published files every few seconds. Reports whether every answer was correct,
memory use stayed flat and every file was closed. Exits with 1 if any check fails.

  --seconds  duration (default 180); memory is checked only in runs of at least 60 seconds
`;

/** Maximum time that the client and the server keep connections open without requests, in milliseconds. */
const MAX_IDLE_MS = 10_000;

const options = { seconds: { type: 'string', default: '180' } } as const;
const given = await readOptions(HELP, options, ({ seconds }) =>
  /^[1-9][0-9]{0,4}$/.test(seconds) ? null : `--seconds ${seconds}: must be a whole number from 1 to 99999`,
);
const folder = mkdtempSync(join(tmpdir(), 'almanac-soak-'));
try {
  const { text, holds } = await soak(Number(given.seconds));
  await writeOut(text);
  process.exitCode = holds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function soak(seconds: number): Promise<{ text: string; holds: boolean }> {
  const places: Places = { rawData: join(folder, 'raw-data'), out: join(folder, 'out') };
  await build(places, 0);
  const server = await startAlmanac(places.out);
  try {
    const random = randomNumbers(Number(process.env.RANDOM_SEED ?? 1));
    const warmedUp = performance.now() + 1_000;
    await sendRequests(server.url, random, () => performance.now() > warmedUp);
    const before = await idleDescriptors(server.pid);
    const stopWatching = watchMemory(server.pid);
    const end = performance.now() + seconds * 1_000;
    const isOver = (): boolean => performance.now() > end;
    const [requests, builds] = await Promise.all([sendRequests(server.url, random, isOver), rebuild(places, isOver)]);
    const descriptors = { before, after: await idleDescriptors(server.pid, before + MORE_DESCRIPTORS) };
    return soakReport({ seconds, requests, builds, memory: stopWatching(), descriptors });
  } finally {
    await server.stop();
  }
}

/**
 * Number of open descriptors while no request is in flight. It may include connections that are kept open, so while there are more than
 * `most`, waits until these are closed.
 */
async function idleDescriptors(pid: number, most = Number.POSITIVE_INFINITY): Promise<number> {
  for (const end = performance.now() + MAX_IDLE_MS; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const open = openDescriptors(pid);
    if (!(open > most) || performance.now() > end) return open;
  }
}

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../bench/data/random.ts';
import { startAlmanac } from '../bench/servers/servers.ts';
import { writeOut } from '../command-line.ts';
import { build, type Places, rebuild } from './rebuild.ts';
import { sendRequests } from './send-requests.ts';
import { soakReport } from './soak-report.ts';
import { openDescriptors, watchMemory } from './watch-memory.ts';

const HELP = `Usage: npm run soak -- [--seconds NUMBER] [--server FOLDER]

Sends random requests to the server while builds replace what it serves every few seconds, and reports whether every answer was sound,
the memory stayed flat and every file was closed. Exits with 1 if anything does not hold.

  --seconds  how long (default 180); memory is judged from 60 on
  --server   the folder "server" of a built output, which is then not built first, and no pages are
`;

/**
 * Node's memory for new objects doubles now and then, up to a limit in MB. With a small limit that ends in the warm-up, so what grows
 * afterwards is a leak.
 */
const SMALL_YOUNG_SPACE = ['--max-semi-space-size=2'];

const { values, mistake } = readArguments();
if (values.help || mistake !== null) {
  await writeOut(mistake === null ? HELP : `${mistake}\n\n${HELP}`);
  process.exit(mistake === null ? 0 : 1);
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-soak-'));
try {
  const { text, holds } = await soak(Number(values.seconds), values.server);
  await writeOut(text);
  process.exitCode = holds ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readArguments() {
  const options = {
    seconds: { type: 'string', default: '180' },
    server: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const { values: given } = parseArgs({ options });
    const isNumber = /^[1-9][0-9]{0,4}$/.test(given.seconds);
    return { values: given, mistake: isNumber ? null : `--seconds ${given.seconds}: must be a number from 1 to 99999` };
  } catch (error) {
    return { values: { seconds: '', server: undefined, help: false }, mistake: (error as Error).message };
  }
}

async function soak(seconds: number, serverFolder: string | undefined): Promise<{ text: string; holds: boolean }> {
  const places: Places = { rawData: join(folder, 'raw-data'), out: join(folder, 'out') };
  const hasSite = serverFolder === undefined;
  await build(places, 0, hasSite ? [] : ['--api-only']);
  const server = await startAlmanac(hasSite ? places.out : lendServer(serverFolder, places.out), SMALL_YOUNG_SPACE);
  try {
    const random = randomNumbers(Number(process.env.RANDOM_SEED ?? 1));
    const warmedUp = performance.now() + 1_000;
    await sendRequests(server.url, random, () => performance.now() > warmedUp);
    const before = await idleDescriptors(server.pid);
    const memory = watchMemory(server.pid);
    const end = performance.now() + seconds * 1_000;
    const isOver = (): boolean => performance.now() > end;
    const [requests, builds] = await Promise.all([
      sendRequests(server.url, random, isOver),
      rebuild(places, hasSite, isOver),
    ]);
    const descriptors = { before, after: await idleDescriptors(server.pid) };
    return soakReport({ seconds, requests, builds, memory: memory.stop(), descriptors });
  } finally {
    await server.stop();
  }
}

/** Open descriptors while no request is under way. Each client keeps its connection. */
async function idleDescriptors(pid: number): Promise<number | null> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return openDescriptors(pid);
}

/** Makes a folder in which a server serves an output that was built without one. */
function lendServer(from: string, out: string): string {
  const home = join(folder, 'home');
  mkdirSync(home);
  cpSync(from, join(home, 'server'), { recursive: true });
  symlinkSync(join(out, 'client'), join(home, 'client'), 'junction');
  return home;
}

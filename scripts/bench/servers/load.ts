import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '../measure.ts';
import { findProgram } from '../peers.ts';

const run = promisify(execFile);
const CONNECTIONS = '16';
/** Seconds after which a request counts as unanswered. */
const TIMEOUT = '60';

/** Generates a wrk script that requests the paths at random. */
const scriptOf = (paths: readonly string[]): string => `local paths = {
${paths.map((path) => JSON.stringify(path)).join(',\n')}
}
local requests = {}
init = function()
  math.randomseed(os.time())
  for index, path in ipairs(paths) do requests[index] = wrk.format("GET", path) end
end
request = function()
  return requests[math.random(#requests)]
end
`;

/**
 * Measures how many requests per second a server answers. Requests the URLs at random, over several connections. Rejects if a request fails
 * or if wrk is not installed.
 */
export async function requestsPerSecond(urls: readonly string[], seconds: number): Promise<number> {
  const wrk = findProgram('wrk');
  if (wrk === null) throw new Error('wrk is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-load-'));
  try {
    const script = join(folder, 'requests.lua');
    writeFileSync(script, scriptOf(urls.map((url) => url.slice(new URL(url).origin.length))));
    const options = ['-t', '1', '-c', CONNECTIONS, '-d', `${seconds}s`, '--timeout', TIMEOUT, '-s', script];
    // If possible, wrk runs on a different core from the server.
    const { program, args } = onCoreOf('load', { program: wrk, args: [...options, urls[0] as string] });
    const { stdout } = await run(program, args);
    const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) {
      throw new Error(`requests for ${urls[0]} failed: ${stdout}`);
    }
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Processor cores that programs can be pinned to; empty if the system does not support pinning. */
const CORES = findProgram('taskset') !== null && existsSync('/proc/self/status') ? allowedCores() : [];

/** Whether the server and the load generator are pinned to different processor cores. */
export const ISOLATES_CORES = CORES.length > 1;

/** Pins a command to the processor core for its role. Returns the command unchanged if `ISOLATES_CORES` is false. */
export function onCoreOf(role: 'server' | 'load', { program, args, ...rest }: Command): Command {
  if (!ISOLATES_CORES) return { program, args, ...rest };
  const core = CORES[role === 'server' ? 0 : 1];
  return { program: 'taskset', args: ['--cpu-list', String(core), program, ...args], ...rest };
}

/** Numbers of the cores that this process may use: `Cpus_allowed_list` in `/proc/self/status`, such as `0-3,8`. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

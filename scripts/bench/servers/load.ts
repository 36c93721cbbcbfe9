import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCoreOf } from '../cores.ts';
import { findProgram, peerProgram } from '../peers.ts';

const run = promisify(execFile);
const CONNECTIONS = '16';
/** Seconds after which a request counts as unanswered. */
const TIMEOUT = '60';
const wrk = findProgram('wrk');

/** The load generator. */
export const LOADER = wrk === null ? 'autocannon' : 'wrk';

/** Whether several URLs can be requested in turn. With autocannon, each connection would go through them on its own. */
export const CAN_ROTATE_URLS = wrk !== null;

/**
 * Requests per second that a server answers over several connections, which request its URLs in turn. Throws unless every answer is a
 * success.
 */
export function requestsPerSecond(urls: readonly string[], seconds: number): Promise<number> {
  const [first = '', ...others] = urls;
  if (wrk !== null) return loadWithWrk(wrk, urls, seconds);
  if (others.length > 0) throw new Error('several URLs cannot be requested in turn without wrk');
  return loadWithAutocannon(first, seconds);
}

/** Script for wrk that requests the paths in turn. */
const scriptOf = (paths: readonly string[]): string => `local paths = {
${paths.map((path) => JSON.stringify(path)).join(',\n')}
}
local requests = {}
local at = 0
init = function()
  for index, path in ipairs(paths) do requests[index] = wrk.format("GET", path) end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
`;

async function loadWithWrk(program: string, urls: readonly string[], seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-load-'));
  try {
    const script = join(folder, 'rotate.lua');
    writeFileSync(script, scriptOf(urls.map((url) => url.slice(new URL(url).origin.length))));
    const options = ['-t', '1', '-c', CONNECTIONS, '-d', `${seconds}s`, '--timeout', TIMEOUT, '-s', script];
    const { stdout } = await runApart(program, [...options, urls[0] as string]);
    const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) {
      throw new Error(`requests for ${urls[0]} failed: ${stdout}`);
    }
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function loadWithAutocannon(url: string, seconds: number): Promise<number> {
  const program = peerProgram('autocannon/autocannon.js');
  const options = ['--connections', CONNECTIONS, '--duration', String(seconds), '--timeout', TIMEOUT, '--json', url];
  const { stdout } = await runApart(process.execPath, [program, ...options]);
  const { requests, non2xx, errors } = JSON.parse(stdout);
  if (non2xx + errors > 0) throw new Error(`requests for ${url} failed: ${stdout}`);
  return requests.average;
}

/** Runs a program on a different core from the servers. */
function runApart(program: string, args: readonly string[]): Promise<{ stdout: string }> {
  const command = onCoreOf('load', { program, args });
  return run(command.program, command.args);
}

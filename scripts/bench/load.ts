import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCoreOf } from './cores.ts';
import { findProgram, peerProgram } from './peers.ts';

const run = promisify(execFile);
const CONNECTIONS = '16';
/** Seconds after which a request counts as not answered. */
const PATIENCE = '60';
const wrk = findProgram('wrk');

/** The program that asks for pages. */
export const LOADER = wrk === null ? 'autocannon' : 'wrk';

/** Several URLs can be asked for in turn. With autocannon, each connection would take all of its turns for itself. */
export const ASKS_IN_TURN = wrk !== null;

/**
 * Requests a second that a server answers to many at once, who ask for some URLs of it in turn. Throws when it does not answer them all with
 * success.
 */
export function requestsASecond(urls: readonly string[], seconds: number): Promise<number> {
  const [first = '', ...others] = urls;
  if (wrk !== null) return askWithWrk(wrk, urls, seconds);
  if (others.length > 0) throw new Error('several URLs cannot be asked for in turn without wrk');
  return askWithAutocannon(first, seconds);
}

/** For wrk: asks for the paths that are inserted, in turn. */
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

async function askWithWrk(program: string, urls: readonly string[], seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-load-'));
  try {
    const script = join(folder, 'ask.lua');
    writeFileSync(script, scriptOf(urls.map((url) => url.slice(new URL(url).origin.length))));
    const options = ['-t', '1', '-c', CONNECTIONS, '-d', `${seconds}s`, '--timeout', PATIENCE, '-s', script];
    const { stdout } = await runApart(program, [...options, urls[0] as string]);
    const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) {
      throw new Error(`${urls[0]} was not answered: ${stdout}`);
    }
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function askWithAutocannon(url: string, seconds: number): Promise<number> {
  const program = peerProgram('autocannon/autocannon.js');
  const options = ['--connections', CONNECTIONS, '--duration', String(seconds), '--timeout', PATIENCE, '--json', url];
  const { stdout } = await runApart(process.execPath, [program, ...options]);
  const { requests, non2xx, errors } = JSON.parse(stdout);
  if (non2xx + errors > 0) throw new Error(`${url} was not answered: ${stdout}`);
  return requests.average;
}

/** Runs a program on another core than the servers’. */
function runApart(program: string, args: readonly string[]): Promise<{ stdout: string }> {
  const command = onCoreOf('load', { program, args });
  return run(command.program, command.args);
}

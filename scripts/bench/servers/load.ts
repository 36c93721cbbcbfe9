import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCoreOf } from '../cores.ts';
import { findProgram } from '../peers.ts';

const run = promisify(execFile);
const CONNECTIONS = '16';
/** Seconds after which a request counts as unanswered. */
const TIMEOUT = '60';

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

/**
 * Requests per second that a server answers over several connections, which request its URLs in turn. Throws unless every answer is a
 * success, or if wrk is not installed.
 */
export async function requestsPerSecond(urls: readonly string[], seconds: number): Promise<number> {
  const wrk = findProgram('wrk');
  if (wrk === null) throw new Error('wrk is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-load-'));
  try {
    const script = join(folder, 'rotate.lua');
    writeFileSync(script, scriptOf(urls.map((url) => url.slice(new URL(url).origin.length))));
    const options = ['-t', '1', '-c', CONNECTIONS, '-d', `${seconds}s`, '--timeout', TIMEOUT, '-s', script];
    // On a different core from the servers.
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

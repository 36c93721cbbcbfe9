import { execFile } from 'node:child_process';
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

/** Requests a second that a server answers to many who ask for one URL at once. Throws when it does not answer them all with success. */
export async function requestsASecond(url: string, seconds: number): Promise<number> {
  return wrk === null ? askWithAutocannon(url, seconds) : askWithWrk(wrk, url, seconds);
}

async function askWithWrk(program: string, url: string, seconds: number): Promise<number> {
  const { stdout } = await runApart(program, [
    '-t',
    '1',
    '-c',
    CONNECTIONS,
    '-d',
    `${seconds}s`,
    '--timeout',
    PATIENCE,
    url,
  ]);
  const rate = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
  if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered: ${stdout}`);
  return Number(rate);
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

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { spreadOf } from './ratios.ts';

/** A program to run. */
export interface Command {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** The measurement begins when the program prints a line that begins with this text; if absent, when the program starts. */
  from?: string;
}

/** The cost of one run of a command. */
export interface Measurement {
  /** Seconds from its beginning to the end of the program. */
  seconds: number;
  /** Processor seconds of the process and the children it waited for, in the same time; null if the system does not report them. */
  cpuSeconds: number | null;
  /** Peak memory of the process in bytes; null if the system does not report it. */
  peakBytes: number | null;
}

/** Whether processor seconds and memory can be measured. */
export const HAS_PROC = existsSync('/proc/self/status');

/** Time between two samples of a process. Its peak only grows, so only growth after the last sample is missed. */
const SAMPLE_MS = 20;
/** Clock ticks per second in /proc: USER_HZ, which Linux fixes for programs (proc(5), time(7)). */
const TICKS_PER_SECOND = 100;
/** Characters to keep from the end of a program's output, for the message if it fails. */
const KEPT_OUTPUT = 1000;

/** Runs a command to its end. Throws if it fails, or does not print the line from which it is measured. */
export async function measure({ program, args, env, cwd, from }: Command): Promise<Measurement> {
  settleDisk();
  let begun = from === undefined;
  let started = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const watch = watchProcess(child.pid);
  const output = watchOutput(child, (line) => {
    if (begun || from === undefined || !line.startsWith(from)) return;
    begun = true;
    started = performance.now();
    watch.begin();
  });
  const ended = await new Promise<{ code: number | null; seconds: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, seconds: (performance.now() - started) / 1000 }));
  }).finally(watch.stop);
  if (ended.code !== 0)
    throw new Error(`${basename(args[0] ?? program)} ended with ${ended.code ?? 'a signal'}: ${output()}`);
  if (!begun)
    throw new Error(`${basename(args[0] ?? program)} printed no line that begins with ${JSON.stringify(from)}`);
  return { seconds: ended.seconds, ...watch.usage() };
}

/** Flushes earlier writes, so that the next measurement does not pay for them. */
function settleDisk(): void {
  if (process.platform === 'linux') execFileSync('sync');
}

/** Watches the output of a program, and hands on each line. Returns a function that returns its end so far. */
function watchOutput({ stdout, stderr }: ChildProcess, onLine: (line: string) => void): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
    if (stream) createInterface({ input: stream }).on('line', onLine);
  }
  return () => output.trim();
}

type Usage = Pick<Measurement, 'cpuSeconds' | 'peakBytes'>;

interface Watch {
  usage(): Usage;
  /** Leaves out the processor time so far. */
  begin(): void;
  stop(): void;
}

function watchProcess(pid: number | undefined): Watch {
  const usage: Usage = { cpuSeconds: null, peakBytes: null };
  if (pid === undefined || !HAS_PROC) return { usage: () => usage, begin: () => undefined, stop: () => undefined };
  let before = 0;
  const sample = (): void => {
    try {
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      // A process that has ended, but is not yet waited for, has no peak any more.
      if (peak !== undefined) usage.peakBytes = Number(peak) * 1024;
      usage.cpuSeconds = processorSeconds(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    usage: () => ({ ...usage, cpuSeconds: usage.cpuSeconds === null ? null : usage.cpuSeconds - before }),
    begin: () => {
      sample();
      before = usage.cpuSeconds ?? 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** Sums utime, stime, cutime and cstime, see proc(5). The name before them may contain spaces, and ends at the last bracket. */
function processorSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** A command that is measured in rounds. */
export interface Contender {
  name: string;
  command: Command;
  /** Clears the way before each run; not timed. */
  before(): void;
  /** Checks the output of the first run; not timed. Throws if it is wrong. */
  check?(): void;
}

/** Measurements of a contender, one per round; or why there are none. */
export type Outcome = { name: string; rounds: Measurement[]; failure: null } | { name: string; failure: string };

/**
 * Runs the contenders in turn, `rounds` times, so that whatever slows the machine for a while slows them all. A contender that fails is
 * left out from then on. Throws if the first one fails, since the others are compared with it.
 */
export async function measureInTurn(
  contenders: readonly Contender[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Outcome[]> {
  const measured = contenders.map(({ name }) => ({
    name,
    rounds: [] as Measurement[],
    failure: null as string | null,
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) {
      const outcome = measured[at] as (typeof measured)[number];
      if (outcome.failure !== null) continue;
      try {
        contender.before();
        const measurement = await measure(contender.command);
        if (round === 0) contender.check?.();
        outcome.rounds.push(measurement);
        progress(`round ${round + 1}  ${contender.name}: ${measurement.seconds.toFixed(2)} s`);
      } catch (error) {
        if (at === 0) throw error;
        outcome.failure = (error as Error).message;
        progress(`round ${round + 1}  ${contender.name}: ${outcome.failure}`);
      }
    }
  }
  return measured.map(({ name, rounds: taken, failure }) =>
    failure === null ? { name, rounds: taken, failure } : { name, failure },
  );
}

/** The contenders that failed, and why, one line each. */
export function failuresOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ name, failure }) => (failure === null ? [] : `${name}: failed. ${failure}`));
}

/** Seconds of each round. */
export function secondsOf(rounds: readonly Measurement[]): number[] {
  return rounds.map(({ seconds }) => seconds);
}

/** Median of the rounds' peaks, in megabytes; null if a round ended before its first sample, or the system does not report memory. */
export function peakMegabytes(rounds: readonly Measurement[]): number | null {
  const peaks = rounds.map(({ peakBytes }) => peakBytes);
  return peaks.every((peak) => peak !== null) ? spreadOf(peaks).median / 1e6 : null;
}

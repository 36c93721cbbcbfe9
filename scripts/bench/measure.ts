import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { spreadOf } from './ratios.ts';

/** A program to run. */
export interface Command {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/** What one run of a command took. */
export interface Measurement {
  /** Seconds from start to end. */
  seconds: number;
  /** Processor seconds of the process and the children it waited for; null where the system does not tell. */
  cpuSeconds: number | null;
  /** The most memory that the process had at a time, in bytes; null where the system does not tell. */
  peakBytes: number | null;
}

/** Whether processor seconds and memory can be told: the system has to have /proc. */
export const HAS_PROC = existsSync('/proc/self/status');

/** Milliseconds between looks at a process. Its peak only grows, so the last look misses what came in so little time. */
const INTERVAL = 20;
/** Clock ticks a second in /proc: USER_HZ, which Linux keeps at this for programs (proc(5), time(7)). */
const TICKS = 100;
/** Characters of what a program said that are kept. */
const LAST_WORDS = 10_000;
/** Characters of them that a message shows. */
const SHOWN = 200;
/** A line in which a program says what went wrong, such as `RangeError: …` or `FATAL ERROR: …`. */
const ERROR_LINE = /^\W*(?:\w+ )?\w*error\b/i;

/** Runs a command to its end. Throws when it fails. */
export async function measure({ program, args, env, cwd }: Command): Promise<Measurement> {
  settleDisk();
  const started = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const watch = watchProcess(child.pid);
  const said = lastWords(child);
  const ended = await new Promise<{ code: number | null; seconds: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, seconds: (performance.now() - started) / 1000 }));
  }).finally(watch.stop);
  if (ended.code !== 0)
    throw new Error(`${basename(args[0] ?? program)} ended with ${ended.code ?? 'a signal'}: ${said()}`);
  return { seconds: ended.seconds, ...watch.seen };
}

/** What was written before is not to be paid for by what is measured next. */
function settleDisk(): void {
  if (process.platform === 'linux') execFileSync('sync');
}

function lastWords({ stdout, stderr }: ChildProcess): () => string {
  let said = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-LAST_WORDS);
    });
  }
  return () => {
    const lines = said.split('\n').filter((line) => line.trim() !== '');
    return (lines.find((line) => ERROR_LINE.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, SHOWN);
  };
}

type Seen = Pick<Measurement, 'cpuSeconds' | 'peakBytes'>;

function watchProcess(pid: number | undefined): { seen: Seen; stop: () => void } {
  const seen: Seen = { cpuSeconds: null, peakBytes: null };
  if (pid === undefined || !HAS_PROC) return { seen, stop: () => undefined };
  const look = (): void => {
    try {
      const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      // A process that has ended and is not yet waited for has no memory any more.
      if (peak !== undefined) seen.peakBytes = Number(peak) * 1024;
      seen.cpuSeconds = processorSeconds(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      // It has ended.
    }
  };
  const timer = setInterval(look, INTERVAL);
  return { seen, stop: () => clearInterval(timer) };
}

/** Processor seconds that a running process and its children took until now; null where the system does not tell. */
export function processorSecondsUntilNow(pid: number): number | null {
  if (!HAS_PROC) return null;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const taken = [String(pid), ...children].map((it) => processorSeconds(readFileSync(`/proc/${it}/stat`, 'utf8')));
  return taken.reduce((sum, seconds) => sum + seconds, 0);
}

/** utime, stime, cutime and cstime of proc(5). The name in front of them may hold blanks, and ends at the last bracket. */
function processorSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** Something that is measured in rounds. */
export interface Contender {
  name: string;
  command: Command;
  /** Makes room before each run; not timed. */
  before(): void;
  /** Looks at what the first run made; not timed. Throws when it is not what it must be. */
  check?(): void;
}

/** Measurements of a contender, a round each; or why there are none. */
export type Outcome = { name: string; rounds: Measurement[]; failure: null } | { name: string; failure: string };

/**
 * Runs contenders in turn, `rounds` times: what disturbs the machine for a while disturbs them all. One
 * that fails is left out from then on; when the first does, with which the others are compared, that is an error.
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
        const taken = await measure(contender.command);
        if (round === 0) contender.check?.();
        outcome.rounds.push(taken);
        progress(`round ${round + 1}  ${contender.name}: ${taken.seconds.toFixed(2)} s`);
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

/** Who failed, and why, a line each. */
export function failuresOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ name, failure }) => (failure === null ? [] : `${name}: failed. ${failure}`));
}

/** Seconds of each round. */
export function secondsOf(rounds: readonly Measurement[]): number[] {
  return rounds.map(({ seconds }) => seconds);
}

/** Median of the rounds' peaks, in megabytes; null where a round ended before it was looked at, or the system does not tell. */
export function peakMegabytes(rounds: readonly Measurement[]): number | null {
  const peaks = rounds.map(({ peakBytes }) => peakBytes);
  return peaks.every((peak) => peak !== null) ? spreadOf(peaks).median / 1e6 : null;
}

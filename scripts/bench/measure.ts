import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

/** A program to run. */
export interface Command {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
}

/** The cost of one run of a command. Figures that the system does not report are NaN. */
export interface Measurement {
  /** Seconds from the start of the measurement to the end of the program. */
  seconds: number;
  /** Processor seconds that the process, and children that it waited for, used during the measurement. */
  cpuSeconds: number;
  /** Peak memory of the process, in MB. */
  peak: number;
}

/** Sampling interval. A process's processor time and peak memory never decrease, so only increases after the last sample are missed. */
const SAMPLE_MS = 20;
/** Clock ticks per second in /proc: USER_HZ, which is constant in Linux user space (proc(5), time(7)). */
const TICKS_PER_SECOND = 100;
/** Number of characters from the end of a program's error output to quote in the error message if it fails. */
const KEPT_OUTPUT = 1000;

/**
 * Runs a command until it ends. If `from` is given, the measurement starts when the program prints a line that starts with this string to
 * standard error. Rejects if the program fails or does not print such a line.
 */
export async function measure({ program, args, cwd }: Command, from?: string): Promise<Measurement> {
  settleDisk();
  let started = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(cwd === undefined ? {} : { cwd }) });
  let cpuBefore = from === undefined ? 0 : Number.NaN;
  let [cpuSeconds, peak] = [Number.NaN, Number.NaN];
  const sample = (): void => {
    try {
      const now = memoryOf(child.pid, 'VmHWM');
      if (!Number.isNaN(now)) peak = now;
      cpuSeconds = processorSeconds(readFileSync(`/proc/${child.pid}/stat`, 'utf8'));
    } catch {
      // The process has ended, or the system has no /proc.
    }
  };
  const timer = setInterval(sample, SAMPLE_MS);
  let printed = '';
  let hasBegun = from === undefined;
  createInterface({ input: child.stderr }).on('line', (line) => {
    printed = `${printed}${line}\n`.slice(-KEPT_OUTPUT);
    if (hasBegun || from === undefined || !line.startsWith(from)) return;
    hasBegun = true;
    started = performance.now();
    sample();
    cpuBefore = cpuSeconds;
  });
  const { code, seconds } = await new Promise<{ code: number | null; seconds: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (it) => resolve({ code: it, seconds: (performance.now() - started) / 1000 }));
  }).finally(() => clearInterval(timer));
  const name = basename(args[0] ?? program);
  if (code !== 0) throw new Error(`${name} ${code === null ? 'was killed' : `exited with ${code}`}: ${printed.trim()}`);
  if (!hasBegun) throw new Error(`${name} printed no line that starts with ${JSON.stringify(from)}`);
  return { seconds, cpuSeconds: cpuSeconds - cpuBefore, peak };
}

/**
 * Resident memory of a process in MB: its peak so far (`VmHWM`) or what it has now (`VmRSS`). NaN for a process that has ended, even if it
 * has not been waited for, and without /proc.
 */
export function memoryOf(pid: number | undefined, figure: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return (Number(new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** On Linux, flushes earlier writes, so that the next measurement does not pay for them. */
function settleDisk(): void {
  if (process.platform === 'linux') execFileSync('sync');
}

/** Sums utime, stime, cutime and cstime of /proc/PID/stat, in seconds. The program name before them may contain spaces and parentheses. */
function processorSeconds(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/**
 * Measures a command that writes `out`. Renames an existing output instead of deleting it, since on some file systems, creating files takes
 * several times as long after many deletions. For example, ext4 without a journal does not reuse the inodes of recently deleted files.
 */
export function measureBuild(out: string, command: Command, from?: string): Promise<Measurement> {
  if (existsSync(out)) renameSync(out, `${out}-${performance.now()}`);
  return measure(command, from);
}

/** A program or step to measure in rounds. */
export interface Contender {
  name: string;
  run(): Promise<unknown>;
  /** Checks the result of the first run, outside the measured time. Throws if the result is wrong. */
  check?(): void;
}

/** A contender, with one measurement per round. */
export type Measured<C extends Contender> = C & { rounds: Awaited<ReturnType<C['run']>>[] };

/**
 * Measures each contender once per round, so that a slow phase of the machine is likely to affect all of them. Leaves out contenders that
 * fail, and returns the reasons as `failures`. Rejects if the first contender fails, since the others are compared with it.
 */
export async function measureInTurn<C extends Contender>(
  contenders: readonly C[],
  rounds: number,
  progress: (line: string) => void,
): Promise<{ measured: Measured<C>[]; failures: string[] }> {
  const failures: string[] = [];
  let measured: Measured<C>[] = contenders.map((contender) => ({ ...contender, rounds: [] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of measured) {
      progress(`round ${round}  ${contender.name}`);
      try {
        contender.rounds.push((await contender.run()) as Measured<C>['rounds'][number]);
        if (round === 1) contender.check?.();
      } catch (error) {
        if (contender === measured[0]) throw error;
        failures.push(`${contender.name}: not measured, ${(error as Error).message}`);
        measured = measured.filter((it) => it !== contender);
      }
    }
  }
  return { measured, failures };
}

/** The figure with this name from each round. */
export function figuresOf(rounds: readonly Measurement[], name: keyof Measurement): number[] {
  return rounds.map((round) => round[name]);
}

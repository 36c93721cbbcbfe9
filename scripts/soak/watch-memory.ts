import { existsSync, readdirSync } from 'node:fs';
import { linearRegression } from 'simple-statistics';
import { memoryOf } from '../bench/measure.ts';

const SAMPLE_MS = 500;
/** Fraction of the run during which memory may still grow, because code is being compiled and caches fill. */
const WARM_UP = 1 / 2;

/** Memory use of a process over time. Figures that the system does not report are NaN. */
export interface MemoryReport {
  /** Largest resident memory, in MB. */
  peak: number;
  /** Growth after the warm-up, in MB per minute: the slope of a regression line through the samples. */
  growth: number;
}

/** Samples the resident memory of a process until the returned function is called. That function returns the report. */
export function watchMemory(pid: number): () => MemoryReport {
  const samples: [minutes: number, mb: number][] = [];
  const started = performance.now();
  const timer = setInterval(() => {
    samples.push([(performance.now() - started) / 60_000, memoryOf(pid, 'VmRSS')]);
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    const warm = samples.slice(Math.floor(samples.length * WARM_UP));
    return { peak: Math.max(...samples.map(([, mb]) => mb)), growth: linearRegression(warm).m };
  };
}

/** Number of open files and connections of a process; NaN if the system does not report it. */
export function openDescriptors(pid: number): number {
  return existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN;
}

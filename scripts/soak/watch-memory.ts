import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { linearRegression } from 'simple-statistics';

const HAS_PROC = existsSync('/proc/self/status');
const SAMPLE_MS = 500;
/** For this part of the time the memory may still grow: code is compiled, and caches fill. */
const WARM_UP = 1 / 2;

/** Memory of a process over some time. */
export interface MemoryReport {
  /** Largest resident memory, in MB; null if the system does not report it. */
  peak: number | null;
  /** Growth after the warm-up, in MB a minute: the slope of a line through all samples. */
  growth: number | null;
}

/** Samples the resident memory of a process until `stop` is called. */
export function watchMemory(pid: number): { stop(): MemoryReport } {
  const samples: [minutes: number, mb: number][] = [];
  const started = performance.now();
  const sample = (): void => {
    const kib = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    samples.push([(performance.now() - started) / 60_000, (kib * 1024) / 1e6]);
  };
  const timer = HAS_PROC ? setInterval(sample, SAMPLE_MS) : undefined;
  return {
    stop() {
      clearInterval(timer);
      const warm = samples.slice(Math.floor(samples.length * WARM_UP));
      if (warm.length < 2) return { peak: null, growth: null };
      return { peak: Math.max(...samples.map(([, mb]) => mb)), growth: linearRegression(warm).m };
    },
  };
}

/** Number of open files and connections of a process; null if the system does not report it. */
export function openDescriptors(pid: number): number | null {
  return HAS_PROC ? readdirSync(`/proc/${pid}/fd`).length : null;
}

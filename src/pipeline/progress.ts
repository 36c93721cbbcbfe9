import { WorkCounters } from './threads/work-counters.ts';

/** Receives the progress of a build. */
export interface Progress {
  /** Receives a line of text, which replaces the display of the work in progress. */
  (line: string): void;
  /** Receives the work in progress. Must be fast: the working thread calls it often. Absent if no progress is shown. */
  working?(work: Work): void;
}

/** Work in progress, counted from the start of its phase. */
export interface Work {
  phase: 'fetch' | 'check' | 'profile' | 'publish' | 'merge' | 'draw' | 'render';
  /** Number of datasets finished and in total; null if they are not counted. */
  datasets: { done: number; all: number } | null;
  rows: number;
  files: number;
  /** Bytes read so far, bytes to read in this phase, and bytes to read in later phases. */
  bytes: { done: number; all: number; later: number };
}

/** Values for the counts that a phase does not track. */
export const UNCOUNTED = { datasets: null, rows: 0, files: 0, bytes: { done: 0, all: 0, later: 0 } } as const;

type Phase = Pick<Work, 'phase'> & { datasets: number; bytes: Omit<Work['bytes'], 'done'> };

/** Shows the combined progress of several threads. */
export function progressMeter(progress: Progress) {
  let current: Phase | null = null;
  const show = (): void => {
    if (!current || !progress.working) return;
    const { phase, datasets: all, bytes } = current;
    const { datasets: done, bytes: read, rows, files } = counters.counted;
    progress.working({ phase, datasets: { done, all }, rows, files, bytes: { done: read, ...bytes } });
  };
  const counters = new WorkCounters(undefined, show);
  /** Starts a phase. All threads must have finished the previous one. */
  const begin = (phase: Phase): void => {
    counters.reset();
    current = phase;
    show();
  };
  return { counters, begin, show };
}

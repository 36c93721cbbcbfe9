import { WorkCounters } from './threads/work-counters.ts';

/** Receives what a build is doing. */
export interface Progress {
  /** A line about what has been done; it ends the work that was under way. */
  (line: string): void;
  /** Receives the work under way. Must be quick: the thread at work calls it often. Absent if no progress is shown. */
  working?(work: Work): void;
}

/** Work under way, counted since its phase began. */
export interface Work {
  phase: 'check' | 'profile' | 'publish' | 'merge' | 'draw' | 'render';
  /** Datasets that are finished, and their total; null if they are not counted. */
  datasets: { done: number; all: number } | null;
  rows: number;
  /** Files that were written. */
  files: number;
  /** Bytes that were read, the total of this phase, and the total of the phases after it. */
  bytes: { done: number; all: number; later: number };
}

/** Work that is not counted. */
export const UNCOUNTED = { datasets: null, rows: 0, files: 0, bytes: { done: 0, all: 0, later: 0 } } as const;

type Phase = Pick<Work, 'phase'> & { datasets: number; bytes: Omit<Work['bytes'], 'done'> };

/** Shows the progress of work that several threads do. */
export class ProgressMeter {
  readonly counters: WorkCounters;
  readonly #progress: Progress;
  #phase: Phase | null = null;

  constructor(progress: Progress) {
    this.#progress = progress;
    this.counters = new WorkCounters(undefined, () => this.show());
  }

  /** Begins a phase, once all threads have finished the previous one. */
  begin(phase: Phase): void {
    this.counters.reset();
    this.#phase = phase;
    this.show();
  }

  show(): void {
    if (!this.#phase || !this.#progress.working) return;
    const { phase, datasets: all, bytes } = this.#phase;
    const { datasets: done, bytes: read, rows, files } = this.counters.counted;
    this.#progress.working({ phase, datasets: { done, all }, rows, files, bytes: { done: read, ...bytes } });
  }
}

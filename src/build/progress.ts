/** What a build tells while it is at work. */

import { WorkCounters } from './threads/work-counters.ts';

/** Told what a build is doing. */
export interface Progress {
  /** What it has done, a line at a time; ends the work that was under way. */
  (line: string): void;
  /** The work under way, told often and from the thread that does it, so it must be quick; absent where nobody looks. */
  working?(work: Work): void;
}

/** Work under way, counted since its phase began. */
export interface Work {
  phase: 'profile' | 'publish' | 'merge' | 'render';
  /** Datasets that are finished, and how many there are; null where they are not counted. */
  datasets: { done: number; all: number } | null;
  rows: number;
  /** Files that were written. */
  files: number;
  /** Bytes that were read, those to read in this phase, and those to read in the phases after it. */
  bytes: { done: number; all: number; later: number };
}

/** Work of which nothing is counted. */
export const UNCOUNTED = { datasets: null, rows: 0, files: 0, bytes: { done: 0, all: 0, later: 0 } } as const;

type Phase = Pick<Work, 'phase'> & { datasets: number; bytes: Omit<Work['bytes'], 'done'> };

/** Tells of work that several threads do. */
export class ProgressMeter {
  readonly counters: WorkCounters;
  readonly #progress: Progress;
  #phase: Phase | null = null;

  constructor(progress: Progress) {
    this.#progress = progress;
    this.counters = new WorkCounters(undefined, () => this.tell());
  }

  /** Begins a phase; all threads have ended the one before. */
  begin(phase: Phase): void {
    this.counters.reset();
    this.#phase = phase;
    this.tell();
  }

  /** Tells how far it is. */
  tell(): void {
    if (!this.#phase || !this.#progress.working) return;
    const { phase, datasets: all, bytes } = this.#phase;
    const { datasets: done, bytes: read, rows, files } = this.counters.counted;
    this.#progress.working({ phase, datasets: { done, all }, rows, files, bytes: { done: read, ...bytes } });
  }
}

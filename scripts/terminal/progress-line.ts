/** One line on a terminal that shows what a build is doing, rewritten in place. */

import type { Work } from '../../src/pipeline/progress.ts';
import { formatWork } from './format-work.ts';

/** The stream that the line is written to. */
export interface Terminal {
  /** Must write synchronously: a build leaves the event loop no time to write later. */
  write(text: string): unknown;
  /** Width in characters; 0 or absent if it is not known. */
  readonly columns?: number;
}

/** The line appears after this time: a small catalogue builds without one. */
const DELAY_MS = 1000;
/** Minimum time between two states of the line. */
const REDRAW_MS = 100;
const DEFAULT_COLUMNS = 80;

const TO_START = '\r';
const ERASE_REST = '\x1b[K';

/** Whether the last line may be rewritten: on a terminal that can do it, outside jobs. */
export function canRewrite({ CI, TERM }: NodeJS.ProcessEnv): boolean {
  return !CI && TERM !== 'dumb';
}

/** The line. Call `clear` before writing anything else to the terminal. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #started: number;
  readonly #timer: NodeJS.Timeout;
  #work: Work | null = null;
  #phaseStarted = 0;
  #drawn = Number.NEGATIVE_INFINITY;
  #isShown = false;

  /** `now` is a clock in milliseconds. */
  constructor(terminal: Terminal, now = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#started = now();
    // Keeps the time moving while no work is reported, as when Astro renders the pages.
    this.#timer = setInterval(() => this.#draw(), REDRAW_MS).unref();
  }

  /** Shows work under way, unless the line was drawn just now. */
  show(work: Work): void {
    if (work.phase !== this.#work?.phase) this.#phaseStarted = this.#now();
    this.#work = work;
    this.#draw();
  }

  #draw(): void {
    const now = this.#now();
    if (!this.#work || now - this.#started < DELAY_MS || now - this.#drawn < REDRAW_MS) return;
    const seconds = (now - this.#phaseStarted) / 1000;
    // The last column stays free: some terminals start a new line after it.
    const width = (this.#terminal.columns || DEFAULT_COLUMNS) - 1;
    this.#terminal.write(`${TO_START}${formatWork(this.#work, seconds).slice(0, width)}${ERASE_REST}`);
    this.#drawn = now;
    this.#isShown = true;
  }

  /** Erases the line until more work is shown. */
  clear(): void {
    if (this.#isShown) this.#terminal.write(`${TO_START}${ERASE_REST}`);
    this.#isShown = false;
    this.#work = null;
  }

  /** Erases the line for good. */
  close(): void {
    clearInterval(this.#timer);
    this.clear();
  }
}

/** A single line on a terminal that shows a build's progress and is redrawn in place. */

import type { Work } from '../../src/pipeline/progress.ts';
import { formatWork } from './format-work.ts';

/** The stream to which the line is written. */
export interface Terminal {
  /** Must write synchronously, since a build blocks the event loop. */
  write(text: string): unknown;
  /** Width in characters; 0 or absent if unknown. */
  readonly columns?: number;
}

/** Delay before the line appears, so that quick builds do not show it. */
const DELAY_MS = 1000;
const REDRAW_MS = 100;
const DEFAULT_COLUMNS = 80;

const TO_START = '\r';
const ERASE_REST = '\x1b[K';

/** Whether the last line of output can be rewritten: not in CI logs or on dumb terminals. */
export function canRewrite({ CI, TERM }: NodeJS.ProcessEnv): boolean {
  return !CI && TERM !== 'dumb';
}

/** The progress line. Call `clear` before writing anything else to the terminal. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #started: number;
  readonly #timer: NodeJS.Timeout;
  #work: Work | null = null;
  #phaseStarted = 0;
  #drawn = Number.NEGATIVE_INFINITY;
  #isShown = false;

  /** `now` returns the current time in milliseconds. */
  constructor(terminal: Terminal, now = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#started = now();
    // Keeps the displayed time up to date when no work is reported, for example while Astro renders the pages.
    this.#timer = setInterval(() => this.#draw(), REDRAW_MS).unref();
  }

  /** Sets the work that the line shows. The line is drawn at most once per `REDRAW_MS`, and not at all in the first `DELAY_MS`. */
  show(work: Work): void {
    if (work.phase !== this.#work?.phase) this.#phaseStarted = this.#now();
    this.#work = work;
    this.#draw();
  }

  #draw(): void {
    const now = this.#now();
    if (!this.#work || now - this.#started < DELAY_MS || now - this.#drawn < REDRAW_MS) return;
    const seconds = (now - this.#phaseStarted) / 1000;
    // The last column stays empty, because some terminals wrap a line that fills it.
    const width = (this.#terminal.columns || DEFAULT_COLUMNS) - 1;
    this.#terminal.write(`${TO_START}${formatWork(this.#work, seconds).slice(0, width)}${ERASE_REST}`);
    this.#drawn = now;
    this.#isShown = true;
  }

  /** Erases the line. It reappears when `show` is called again. */
  clear(): void {
    if (this.#isShown) this.#terminal.write(`${TO_START}${ERASE_REST}`);
    this.#isShown = false;
    this.#work = null;
  }

  /** Erases the line and stops redrawing it. */
  close(): void {
    clearInterval(this.#timer);
    this.clear();
  }
}

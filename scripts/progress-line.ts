/** One line on a terminal that tells what a build is at, and is written anew in its place. */

import type { Work } from '../src/build/progress.ts';
import { formatWork } from './format-work.ts';

/** What the line is written to. */
export interface Terminal {
  /** Returns when it is written: a build leaves no time for it later. */
  write(text: string): unknown;
  /** Width in characters; 0 or absent where it is not known. */
  readonly columns?: number;
}

/** Nothing is shown so long, in milliseconds: who builds a small catalogue needs no line. */
const SILENT = 1000;
/** Time between two states of the line, in milliseconds. */
const EVERY = 100;
const USUAL_COLUMNS = 80;

const TO_START = '\r';
const ERASE_REST = '\x1b[K';

/** True where a line that is written anew is of use: on a terminal that understands it, and that a person looks at. */
export function canRewrite(isTTY: boolean | undefined, { CI, TERM }: NodeJS.ProcessEnv): boolean {
  return isTTY === true && !CI && TERM !== 'dumb';
}

/** The line; what else is written to the terminal must be preceded by `clear`. */
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
    // Moves the line on while nobody tells anything: the pages are rendered by others.
    this.#timer = setInterval(() => this.#draw(), EVERY).unref();
  }

  /** Shows work under way, where it is time to. */
  show(work: Work): void {
    if (work.phase !== this.#work?.phase) this.#phaseStarted = this.#now();
    this.#work = work;
    this.#draw();
  }

  #draw(): void {
    const now = this.#now();
    if (!this.#work || now - this.#started < SILENT || now - this.#drawn < EVERY) return;
    const seconds = (now - this.#phaseStarted) / 1000;
    // The last column stays free: some terminals begin a new line behind it.
    const width = (this.#terminal.columns || USUAL_COLUMNS) - 1;
    this.#terminal.write(`${TO_START}${formatWork(this.#work, seconds).slice(0, width)}${ERASE_REST}`);
    this.#drawn = now;
    this.#isShown = true;
  }

  /** Takes the line away until there is other work. */
  clear(): void {
    if (this.#isShown) this.#terminal.write(`${TO_START}${ERASE_REST}`);
    this.#isShown = false;
    this.#work = null;
  }

  /** Takes the line away for good. */
  close(): void {
    clearInterval(this.#timer);
    this.clear();
  }
}

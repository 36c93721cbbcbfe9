import { TooBusy } from '../../serve/handle-request.ts';

interface Waiter {
  amount: number;
  isGone: () => boolean;
  grant: () => void;
  refuse: (error: TooBusy) => void;
  timer: NodeJS.Timeout;
}

export interface QueueLimits {
  /** Maximum length of the queue. */
  most: number;
  waitMs: number;
}

/** A fixed number of slots, such as the bytes of a buffer. Callers take some and give them back; if too few are free, they queue. */
export class Slots {
  readonly #capacity: number;
  readonly #limits: QueueLimits;
  #free: number;
  #queue: Waiter[] = [];

  constructor(capacity: number, limits: QueueLimits) {
    this.#capacity = capacity;
    this.#free = capacity;
    this.#limits = limits;
  }

  get isFree(): boolean {
    return this.#free > 0;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Takes slots, waiting until enough are free; returns undefined if there was no need to wait. If `amount` exceeds the capacity, takes all
   * slots. `isGone` must return true once the slots are no longer needed. Rejects with `TooBusy` if the queue is full or the wait takes
   * too long, and may do so if the slots are no longer needed.
   */
  take(amount: number, isGone: () => boolean): Promise<void> | undefined {
    const wanted = Math.min(amount, this.#capacity);
    if (this.#queue.length === 0 && wanted <= this.#free) {
      this.#free -= wanted;
      return undefined;
    }
    return new Promise((grant, refuse) => {
      if (this.#queue.length >= this.#limits.most) this.#dropGone();
      if (this.#queue.length >= this.#limits.most) return refuse(new TooBusy());
      const waiter: Waiter = {
        amount: wanted,
        isGone,
        grant,
        refuse,
        timer: setTimeout(() => {
          this.#queue = this.#queue.filter((it) => it !== waiter);
          refuse(new TooBusy());
          this.#grantNext();
        }, this.#limits.waitMs),
      };
      this.#queue.push(waiter);
    });
  }

  give(amount: number): void {
    this.#free += Math.min(amount, this.#capacity);
    this.#grantNext();
  }

  #grantNext(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      if (!next.isGone() && next.amount > this.#free) return;
      this.#queue.shift();
      clearTimeout(next.timer);
      if (next.isGone()) next.refuse(new TooBusy());
      else {
        this.#free -= next.amount;
        next.grant();
      }
    }
  }

  #dropGone(): void {
    for (const { isGone, timer, refuse } of this.#queue) {
      if (!isGone()) continue;
      clearTimeout(timer);
      refuse(new TooBusy());
    }
    this.#queue = this.#queue.filter(({ isGone }) => !isGone());
  }
}

import { TooBusy } from '../../serve/handle-request.ts';

interface Waiter {
  amount: number;
  isGone: () => boolean;
  grant: () => void;
  refuse: (error: TooBusy) => void;
  timer: NodeJS.Timeout;
}

/** Longest time of a timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Makes a number of slots, all of them free, such as the bytes of a buffer. Callers take some and give them back; if too few are free, they
 * queue: at most `most` callers, each of which waits for at most `waitMs` milliseconds.
 */
export function createSlots(capacity: number, { most = Number.POSITIVE_INFINITY, waitMs = MAX_TIMER_MS } = {}) {
  let free = capacity;
  let queue: Waiter[] = [];
  const grantNext = (): void => {
    for (let next = queue[0]; next; next = queue[0]) {
      if (!next.isGone() && next.amount > free) return;
      queue.shift();
      clearTimeout(next.timer);
      if (next.isGone()) next.refuse(new TooBusy());
      else {
        free -= next.amount;
        next.grant();
      }
    }
  };
  const dropGone = (): void => {
    for (const { timer, refuse } of queue.filter(({ isGone }) => isGone())) {
      clearTimeout(timer);
      refuse(new TooBusy());
    }
    queue = queue.filter(({ isGone }) => !isGone());
  };
  return {
    get isFree() {
      return free > 0;
    },
    /** Length of the queue. */
    get waiting() {
      return queue.length;
    },
    /**
     * Takes slots, waiting until enough are free; returns undefined if there was no need to wait. If `wanted` exceeds the capacity, takes
     * all slots. `isGone`, if given, must return true once the slots are no longer needed. Rejects with `TooBusy` if the queue is full or
     * the wait takes too long, and may do so if the slots are no longer needed.
     */
    take(wanted: number, isGone = () => false): Promise<void> | undefined {
      const amount = Math.min(wanted, capacity);
      if (queue.length === 0 && amount <= free) {
        free -= amount;
        return undefined;
      }
      return new Promise((grant, refuse) => {
        if (queue.length >= most) dropGone();
        if (queue.length >= most) return refuse(new TooBusy());
        const giveUp = (): void => {
          queue = queue.filter((it) => it !== waiter);
          refuse(new TooBusy());
          grantNext();
        };
        const waiter: Waiter = { amount, isGone, grant, refuse, timer: setTimeout(giveUp, waitMs) };
        queue.push(waiter);
      });
    },
    give(amount: number): void {
      free += Math.min(amount, capacity);
      grantNext();
    },
  };
}

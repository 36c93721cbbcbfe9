import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSlots } from '../../../src/hosts/node/slots.ts';
import { TooBusy } from '../../../src/serve/handle-request.ts';

const isWanted = (): boolean => false;

/** Slots whose waiters are never refused for the time they wait, unless it is given: a test may end before all have got theirs. */
function slots(capacity: number, most = 10, waitMs = 2 ** 31 - 1) {
  return createSlots(capacity, { most, waitMs });
}

test('free slots are taken at once, and those who find too few wait in turn', async () => {
  const bytes = slots(10);
  expect(bytes.take(6, isWanted)).toBeUndefined();
  const order: string[] = [];
  const large = bytes.take(9, isWanted)?.then(() => order.push('large'));
  // It would fit, but then a large one could wait for ever.
  const small = bytes.take(1, isWanted)?.then(() => order.push('small'));
  expect(bytes.waiting).toBe(2);
  bytes.give(6);
  await Promise.all([large, small]);
  expect(order).toEqual(['large', 'small']);
  expect(bytes.waiting).toBe(0);
});

test('who wants more than there are takes all, and gives back as many', async () => {
  const bytes = slots(10);
  expect(bytes.take(50, isWanted)).toBeUndefined();
  const next = bytes.take(10, isWanted);
  bytes.give(50);
  await next;
  expect(bytes.take(1, isWanted)).toBeInstanceOf(Promise);
});

test('those beyond the queue are refused, and those who wait too long', async () => {
  const one = slots(1, 1, 50);
  one.take(1, isWanted);
  const waiting = one.take(1, isWanted);
  await expect(one.take(1, isWanted)).rejects.toThrow(TooBusy);
  await expect(waiting).rejects.toThrow(TooBusy);
  expect(one.waiting).toBe(0);
  one.give(1);
  expect(one.take(1, isWanted)).toBeUndefined();
});

describe('limits of a queue', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  async function outcomeOf(it: Promise<void> | undefined): Promise<string | undefined> {
    const refused = (error: Error): string => error.name;
    return Promise.race([it?.then(() => 'granted', refused), vi.advanceTimersByTimeAsync(0).then(() => 'waits')]);
  }

  test('who has waited too long lets smaller ones pass, and they are granted at once', async () => {
    const bytes = slots(10, 10, 1000);
    bytes.take(6, isWanted);
    const large = bytes.take(9, isWanted);
    await vi.advanceTimersByTimeAsync(500);
    const small = bytes.take(4, isWanted);
    const refused = expect(large).rejects.toThrow(TooBusy);
    await vi.advanceTimersByTimeAsync(500);
    await refused;
    expect(await outcomeOf(small)).toBe('granted');
    expect([bytes.isFree, bytes.waiting]).toEqual([false, 0]);
  });

  test('no timer is left of those who were granted or have gone', async () => {
    const one = slots(1, 2, 1000);
    one.take(1, isWanted);
    let hasGone = false;
    const gone = one.take(1, () => hasGone);
    const waiting = one.take(1, isWanted);
    expect(vi.getTimerCount()).toBe(2);
    hasGone = true;
    const refused = expect(gone).rejects.toThrow(TooBusy);
    const next = one.take(1, isWanted);
    await refused;
    // The one that has gone, and nobody else, made room.
    expect([await outcomeOf(waiting), await outcomeOf(next), one.waiting]).toEqual(['waits', 'waits', 2]);
    one.give(1);
    expect(await outcomeOf(waiting)).toBe('granted');
    one.give(1);
    expect(await outcomeOf(next)).toBe('granted');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('who has gone does not hold up those after it, even if it wants more than is free', async () => {
    const bytes = slots(10);
    bytes.take(5, isWanted);
    bytes.take(5, isWanted);
    let hasGone = false;
    const gone = bytes.take(10, () => hasGone);
    const next = bytes.take(5, isWanted);
    hasGone = true;
    const refused = expect(gone).rejects.toThrow(TooBusy);
    bytes.give(5);
    await refused;
    expect(await outcomeOf(next)).toBe('granted');
  });
});

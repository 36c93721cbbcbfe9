import { expect, test } from 'vitest';
import { Slots } from '../../../src/hosts/node/slots.ts';
import { TooBusy } from '../../../src/serve/handle-request.ts';

const isWanted = (): boolean => false;

function slots(capacity: number, most = 10, waitMs = 10_000): Slots {
  return new Slots(capacity, { most, waitMs });
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

test('those who have gone make room in the queue, and get no slots', async () => {
  const one = slots(1, 2);
  one.take(1, isWanted);
  let hasGone = false;
  const gone = [1, 2].map(() => one.take(1, () => hasGone));
  hasGone = true;
  const next = one.take(1, isWanted);
  for (const it of gone) await expect(it).rejects.toThrow(TooBusy);
  one.give(1);
  await next;
  expect(one.take(1, isWanted)).toBeInstanceOf(Promise);
});

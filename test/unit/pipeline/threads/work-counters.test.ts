import { expect, test } from 'vitest';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';

test('each kind of work is counted by itself, and can be taken back', () => {
  const counters = new WorkCounters();
  counters.add(10, 2);
  counters.add(5, 1, 4);
  counters.addDataset();
  counters.add(-3, -1);
  expect(counters.counted).toEqual({ datasets: 1, bytes: 12, rows: 2, files: 4 });
  counters.reset();
  expect(counters.counted).toEqual({ datasets: 0, bytes: 0, rows: 0, files: 0 });
});

test('counters with one buffer count together, beyond what 32 bits hold', () => {
  const one = new WorkCounters();
  const other = new WorkCounters(one.buffer);
  one.add(2 ** 40, 1);
  other.add(1, 1);
  expect(one.counted).toEqual({ datasets: 0, bytes: 2 ** 40 + 1, rows: 2, files: 0 });
  expect(other.counted).toEqual(one.counted);
});

test('the sum changes whenever anything is counted', () => {
  const counters = new WorkCounters();
  const sums = [
    counters.sum,
    ...[
      () => counters.add(1, 0),
      () => counters.add(0, 1),
      () => counters.add(0, 0, 1),
      () => counters.addDataset(),
    ].map((count) => {
      count();
      return counters.sum;
    }),
  ];
  expect(sums).toEqual([0n, 1n, 2n, 3n, 4n]);
});

test('whoever shows the work hears of each count of its own counters', () => {
  const heard: number[] = [];
  const counters: WorkCounters = new WorkCounters(undefined, () => heard.push(counters.counted.rows));
  new WorkCounters(counters.buffer).add(0, 5);
  counters.add(0, 1);
  counters.addDataset();
  expect(heard).toEqual([6, 6]);
});

import { describe, expect, test } from 'vitest';
import {
  countDone,
  countOfDone,
  newProgress,
  outcomeOf,
  startHere,
  takeRest,
  takeTask,
  unwrap,
  waitForMore,
} from '../../../../src/pipeline/threads/batch.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';
import { ProblemError, problem } from '../../../../src/problems/problem.ts';

test('each task is taken once, and tasks that are done are counted by themselves', () => {
  const progress = newProgress();
  expect([takeTask(progress), takeTask(progress), countOfDone(progress)]).toEqual([0, 1, 0]);
  countDone(progress);
  expect([takeTask(progress), countOfDone(progress)]).toEqual([2, 1]);
});

test('the tasks that are left can be taken at once, so that nobody begins them', () => {
  const progress = newProgress();
  takeTask(progress);
  takeTask(progress);
  expect([takeRest(progress, 5), takeTask(progress)]).toEqual([2, 5]);
  // Threads look for a task once more than there are tasks.
  const all = newProgress();
  for (let taken = 0; taken < 7; taken += 1) takeTask(all);
  expect(takeRest(all, 5)).toBe(5);
});

test('waiting ends at once if a task was done before, and otherwise after the time', () => {
  const progress = newProgress();
  expect(waitForMore(progress, 0, 1)).toBe(false);
  countDone(progress);
  const begun = performance.now();
  expect(waitForMore(progress, 0, 60_000)).toBe(true);
  expect(performance.now() - begun).toBeLessThan(30_000);
});

describe('the outcome of a task', () => {
  const failure = problem('file-empty', { file: 'x.csv' }, 'M', 'H');
  const handlers = {
    double: (input: unknown) => Number(input) * 2,
    refuse: () => {
      throw new ProblemError(failure);
    },
    fail: () => {
      throw new TypeError('a mistake');
    },
  };
  const outcome = (kind: keyof typeof handlers): ReturnType<typeof outcomeOf> =>
    outcomeOf(handlers, { kind, inputs: [1, 21] }, 1, new WorkCounters());

  test('is its result, or what it threw, which whoever waits receives', () => {
    expect(outcome('double')).toEqual({ result: 42 });
    expect(unwrap(outcome('double'))).toBe(42);
    expect(outcome('refuse')).toEqual({ problem: failure });
    expect(() => unwrap(outcome('refuse'))).toThrow(expect.objectContaining({ problem: failure }));
    expect(() => unwrap(outcome('fail'))).toThrow(new TypeError('a mistake'));
  });

  test('must exist', () => {
    expect(() => unwrap(undefined)).toThrow('a task has ended without an outcome');
  });

  test('is known only once somebody waits, if a task is done on this thread', () => {
    const begun: number[] = [];
    const start = startHere({ note: (input: unknown) => begun.push(Number(input)) }, new WorkCounters());
    const pending = start('note', [7, 8]);
    expect(begun).toEqual([]);
    expect(pending()).toEqual([1, 2]);
    expect(begun).toEqual([7, 8]);
  });
});

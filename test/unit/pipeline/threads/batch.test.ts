import { describe, expect, test } from 'vitest';
import { countDone, DONE, outcomeOf, startHere, takeTask, unwrap } from '../../../../src/pipeline/threads/batch.ts';
import { WorkCounters } from '../../../../src/pipeline/threads/work-counters.ts';
import { ProblemError, problem } from '../../../../src/problems/problem.ts';

test('each task is taken once, and tasks that are done are counted by themselves', () => {
  const progress = new Int32Array(new SharedArrayBuffer(8));
  expect([takeTask(progress), takeTask(progress), progress[DONE]]).toEqual([0, 1, 0]);
  countDone(progress);
  expect([takeTask(progress), progress[DONE]]).toEqual([2, 1]);
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

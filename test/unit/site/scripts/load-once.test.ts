import { expect, test } from 'vitest';
import { loadOnce } from '../../../../src/site/scripts/load-once.ts';

/** Answers of attempts, in order, and what was counted. */
function attempts(...answers: (string | null)[]) {
  const counted = { loads: 0, failures: 0 };
  const ask = loadOnce(
    async () => {
      const answer = answers[counted.loads++];
      if (!answer) throw new Error('503');
      return answer;
    },
    () => counted.failures++,
  );
  return { ask, counted };
}

test('what is asked for often is loaded once', async () => {
  const { ask, counted } = attempts('chart');
  expect(await Promise.all([ask(false), ask(true), ask(false)])).toEqual(['chart', 'chart', 'chart']);
  expect(counted).toEqual({ loads: 1, failures: 0 });
});

test('a failure is announced once, however often the pointer moves', async () => {
  const { ask, counted } = attempts(null, 'chart');
  await ask(false);
  for (let move = 0; move < 5; move++) expect(await ask(false)).toBeNull();
  expect(counted).toEqual({ loads: 1, failures: 1 });
});

test('a reader who turns to the chart again starts another attempt, whose result all get', async () => {
  const { ask, counted } = attempts(null, null, 'chart');
  await ask(true);
  await ask(true);
  expect([await ask(true), await ask(false)]).toEqual(['chart', 'chart']);
  expect(counted).toEqual({ loads: 3, failures: 2 });
});

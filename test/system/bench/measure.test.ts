import { expect, test } from 'vitest';
import { type Contender, HAS_PROC, measure } from '../../../scripts/bench/measure.ts';

function node(code: string): Contender['command'] {
  return { program: process.execPath, args: ['--eval', code] };
}

test('the peak of a process is measured, even if it ends with less memory', async () => {
  const hold =
    'let held = Buffer.alloc(3e8, 1); setTimeout(() => { held = null; gc(); setTimeout(() => {}, 50); }, 50);';
  const { seconds, peakBytes } = await measure({ program: process.execPath, args: ['--expose-gc', '--eval', hold] });
  expect(seconds).toBeGreaterThan(0.1);
  expect(peakBytes === null).toBe(!HAS_PROC);
  expect(peakBytes ?? Number.POSITIVE_INFINITY).toBeGreaterThan(3e8);
});

test('a command is measured from a line on, and one that does not print it is an error', async () => {
  const busy = (ms: number): string => `{ const end = performance.now() + ${ms}; while (performance.now() < end); }`;
  const code = `${busy(600)} console.log('not yet ready'); console.log('ready: go'); ${busy(200)}`;
  const { seconds, cpuSeconds } = await measure({ ...node(code), from: 'ready' });
  expect(seconds).toBeGreaterThan(0.19);
  expect(cpuSeconds ?? 0).toBeLessThan(0.6);
  const whole = await measure(node(code));
  expect(whole.seconds).toBeGreaterThan(0.79);
  await expect(measure({ ...node(code), from: 'never' })).rejects.toThrow('printed no line that begins with "never"');
});

test('a command that fails is an error with what it printed', async () => {
  const fails = node("console.error('first'); throw new RangeError('too much')");
  await expect(measure(fails)).rejects.toThrow(/ended with 1: first[\s\S]*RangeError: too much/);
});

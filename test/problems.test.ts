import { describe, expect, test } from 'vitest';
import { didYouMean, formatProblem, placeInText, problem } from '../src/problems.ts';

describe('a problem on paper', () => {
  test('has its place, code and message, an excerpt, and what to do', () => {
    const place = placeInText('a,b\nx"y,2\n', 5);
    const it = problem('quote-stray', { file: 'economy/x.csv', place }, 'a stray quote', 'Remove it.\nOr not.');
    expect(formatProblem(it).split('\n')).toEqual([
      'economy/x.csv:2:2  quote-stray  a stray quote',
      '    | x"y,2',
      '    Remove it.',
      '    Or not.',
    ]);
  });

  test('has no character that would move a terminal’s cursor, colour it, or turn the direction of the line', () => {
    const hostile = 'a\u001b[31mb\u0007\u009b2J\rc\u202Ed\u2066e\u061Cf';
    const place = placeInText(hostile, 0);
    const said = formatProblem(problem('quote-stray', { file: hostile, place }, hostile, hostile));
    expect(said).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  });

  test('is not longer than a person reads, whatever a file’s names are', () => {
    const long = '🌾'.repeat(100_000);
    const { message, help } = problem('column-unknown', { file: 'x' }, long, long);
    expect(message.length).toBeLessThan(1000);
    expect(help.length).toBeLessThan(5000);
    expect(message.isWellFormed() && help.isWellFormed()).toBe(true);
  });
});

describe('a mistyped name', () => {
  test('comes with the nearest', () => {
    expect(didYouMean('titel', ['name', 'title'])).toBe(' (did you mean "title"?)');
    expect(didYouMean('zzz', ['name', 'title'])).toBe('');
  });

  test('of any length is compared at once', () => {
    const long = ['ab', 'cd'].map((two) => two.repeat(100_000));
    const started = performance.now();
    expect(didYouMean(long[0] ?? '', [long[1] ?? '', 'name'])).toBe('');
    expect(didYouMean('nane', [...long, 'name'])).toBe(' (did you mean "name"?)');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

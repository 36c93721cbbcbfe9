import { describe, expect, test } from 'vitest';
import { didYouMean } from '../../../src/suggestions/suggest.ts';

describe('the name that was meant', () => {
  const meant = (name: string, ...candidates: string[]): string | null =>
    /"(.*)"/.exec(didYouMean(name, candidates))?.[1] ?? null;

  test('differs in two letters at most, or in a third of a longer name', () => {
    expect(didYouMean('yaer', ['year'])).toBe(' (did you mean "year"?)');
    expect([meant('ab', 'cd'), meant('ab', 'cde'), meant('abc', 'abcde'), meant('abc', 'abcdef')]).toEqual([
      'cd',
      null,
      'abcde',
      null,
    ]);
    expect([meant('abcdef123', 'abcdefghi'), meant('abcde1234', 'abcdefghi')]).toEqual(['abcdefghi', null]);
    expect([meant('abcdef12', 'abcdefgh'), meant('abcde123', 'abcdefgh')]).toEqual(['abcdefgh', null]);
    expect([meant('abcdef', 'abcdefghi'), meant('abcde', 'abcdefghi')]).toEqual(['abcdefghi', null]);
    expect(meant('YEAR', 'year')).toBe('year');
  });

  test('is the nearest, and of several the one with the longest beginning in common', () => {
    expect(meant('value', 'valves', 'values', 'vulue')).toBe('values');
    expect(meant('rate', 'late', 'rata', 'date')).toBe('rata');
    expect(meant('rate', 'rata', 'late')).toBe('rata');
    expect(meant('ab', 'ab', 'abc')).toBe('ab');
    expect(meant('x')).toBeNull();
  });

  test('has two hundred characters at most, as the mistyped one', () => {
    const name = (length: number): string => 'n'.repeat(length);
    expect([meant(name(200), name(199)) !== null, meant(name(201), name(199))]).toEqual([true, null]);
    expect([meant(name(199), name(200)) !== null, meant(name(199), name(201))]).toEqual([true, null]);
  });
});

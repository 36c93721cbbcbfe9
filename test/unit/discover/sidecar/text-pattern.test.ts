import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patternMatcher } from '../../../../src/discover/sidecar/text-pattern.ts';

const character = fc.constantFrom('a', 'b', 'é', '😀', '.', '[ab]', '[^a]', '\\d', '\\.', '\\p{L}', '[0-9\\]]');
const repeat = fc.constantFrom('', '?', '*', '+', '{2}', '{1,}', '{0,2}', '{0}', '*?');
const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 4 }).map((all) => all.join('')),
  part: fc
    .tuple(
      fc.oneof(
        { withCrossShrink: true, maxDepth: 3 },
        character,
        tie('pattern').map((it) => `(${it})`),
      ),
      repeat,
    )
    .map(([atom, times]) => atom + times),
}));
const text = fc
  .array(fc.constantFrom('a', 'b', 'é', '😀', '.', '1', ']', '\n'), { maxLength: 6 })
  .map((all) => all.join(''));

describe('a pattern', () => {
  test('matches the whole texts that a regular expression of JavaScript matches', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 20 }), (source, texts) => {
        const matches = patternMatcher(source);
        const expression = new RegExp(`^(?:${source})$`, 'u');
        expect(texts.map((it) => matches?.(it))).toEqual(texts.map((it) => expression.test(it)));
      }),
    );
  });

  test.each([
    ['^[A-Z]{2}$', 'ZH', true],
    ['^[A-Z]{2}$', 'ZHX', false],
    ['(?:a|b)+', 'abba', true],
    ['', '', true],
    ['', 'a', false],
    ['a$|b', 'b', true],
    ['b|^a', 'ba', false],
    ['a\\b.*', 'a b', true],
    ['a\\b.*', 'ab', false],
    ['(?<x>\\u00e9)', 'é', true],
  ])('%j matches %j: %j', (source, value, isMatch) => expect(patternMatcher(source)?.(value)).toBe(isMatch));

  // With backtracking, each of these would take longer than the universe has existed.
  test.each(['(a+)+b', '(a|a)*b', '(a*)*(a*)*b', '(.*a){20}b', '[ab]*a{900}c'])(
    '%s takes time in proportion to the text',
    (source) => {
      expect(patternMatcher(source)?.('a'.repeat(20_000))).toBe(false);
    },
  );

  test.each([
    ...['(', 'a{2', '[a', '*a', '\\', 'a{2,1}'],
    ...['(?=a)a', '(?<!a)b', '(a)\\1', '\\i\\c*', '\\cA', '[a-z-[aeiou]]'],
    ...['((((){2000}){2000}){2000}){2000}', '(a{1000}){1000}', 'a'.repeat(1001)],
  ])('%s is refused, since it is not valid, cannot be matched in proportional time, or is too long', (source) => {
    expect(patternMatcher(source)).toBeNull();
  });
});

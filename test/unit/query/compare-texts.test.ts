import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, fold } from '../../../src/query/file/compare-texts.ts';
import { runs } from '../../support/runs.ts';

/** Characters around the bounds where UTF-8 and UTF-16 differ. */
const character = fc.oneof(
  fc.constantFrom(
    '\0',
    'a',
    'b',
    '\u007F',
    '\u0080',
    '\u07FF',
    '\u0800',
    '\uD7FF',
    '\uE000',
    '\uFFFF',
    '\u{10000}',
    '\u{10FFFF}',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 4 }).map((characters) => characters.join(''));

test('the order of texts is that of their bytes in UTF-8', () => {
  fc.assert(
    fc.property(text, text, text, (start, a, b) => {
      const [x, y] = [start + a, start + b];
      expect(Math.sign(compare(x, y))).toBe(Math.sign(Buffer.compare(Buffer.from(x), Buffer.from(y))));
    }),
    { numRuns: runs(2000) },
  );
});

test.each([
  ['Zürich', 'ZURICH', 'zurich', 'Zu\u0308rich'],
  ['straße', 'STRASSE', 'STRAẞE'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ', 'Ὀδός'],
  ['İstanbul', 'istanbul', 'ISTANBUL', 'ıstanbul'],
  ['Ångström', 'Ångström', 'angstrom'],
  ['Ǆ', 'ǅ', 'ǆ'],
  ['Tiếng Việt', 'tieng viet'],
  ['ﬁn', 'FIN'],
  ['K', 'k'],
  ['ﬀ', 'ff'],
])('fold makes the same of %s and %s', (first, ...others) => {
  for (const other of others) expect(fold(other)).toBe(fold(first));
});

test('fold keeps letters apart that are not the same, and parts of a text', () => {
  expect(new Set(['o', 'ö', 'ø', 'oe', 'ł', 'l', 'đ'].map(fold)).size).toBe(6);
  expect(fold('οδος των')).toContain(fold('σ'));
  expect(fold('Größe')).toContain(fold('ROS'));
  fc.assert(
    fc.property(text, (it) => {
      expect(fold(it.toUpperCase())).toBe(fold(it));
      expect(fold(fold(it))).toBe(fold(it));
    }),
    { numRuns: runs(500) },
  );
});

import { describe, expect, it } from 'vitest';
import {
  firstSentence,
  formatBytes,
  formatComputed,
  formatQuantity,
  formatShare,
  shorten,
} from '../../../src/site/format.ts';

describe('formatShare', () => {
  it.each([
    [0, 100_000, '0%'],
    [1, 100_000, '<0.1%'],
    [34, 1000, '3.4%'],
    [99_999, 100_000, '>99.9%'],
    [100_000, 100_000, '100%'],
  ])('%i of %i is %s', (part, whole, shown) => {
    expect(formatShare(part, whole)).toBe(shown);
  });
});

describe('formatComputed', () => {
  it.each([
    ['420572.1729957806', '420572'],
    ['0.00123456789', '0.00123457'],
    ['12.5', '12.5'],
    ['123456789012', '123456789012'],
    ['1.5e300', '1.50000e+300'],
    ['-2.5e-9', '-2.50000e-9'],
    ['0', '0'],
  ])('%s is shown as %s', (digits, shown) => {
    expect(formatComputed({ digits })).toBe(shown);
  });

  it('shows a dash for null', () => {
    expect(formatComputed(null)).toBe('–');
  });
});

describe('formatBytes and formatQuantity', () => {
  it.each([
    [999, '999 bytes'],
    [14_200, '14 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
  ])('%i bytes are %s', (bytes, shown) => {
    expect(formatBytes(bytes)).toBe(shown);
  });

  it('count one and many', () => {
    expect(formatQuantity(1, 'row', 'rows')).toBe('1 row');
    expect(formatQuantity(12_783, 'row', 'rows')).toBe('12,783 rows');
  });
});

describe('shorten', () => {
  it('cuts only long texts, and between characters', () => {
    expect(shorten('a'.repeat(160))).toBe('a'.repeat(160));
    expect(shorten('😀'.repeat(200))).toBe(`${'😀'.repeat(160)}…`);
  });
});

describe('firstSentence', () => {
  it.each([
    [
      'Votes of the U.S. Senate as Dr. Jones counted them. Then more.',
      'Votes of the U.S. Senate as Dr. Jones counted them.',
    ],
    ['Prices of 12.5 and more in all of the country? Yes.', 'Prices of 12.5 and more in all of the country?'],
    ['Short. But a sentence of its own is this one. And more.', 'Short. But a sentence of its own is this one.'],
    ['No end', 'No end'],
  ])('of %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });
});

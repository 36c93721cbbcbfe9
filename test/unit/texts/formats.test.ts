import { describe, expect, it } from 'vitest';
import { formatsFor } from '../../../src/texts/formats.ts';
import { firstSentence, furtherSentences } from '../../../src/texts/sentences.ts';
import { shorten } from '../../../src/texts/shorten.ts';
import { TEXTS } from '../../../src/texts/texts.ts';

const english = formatsFor('en');

describe('share', () => {
  it.each([
    [0, 100_000, '0%'],
    [1, 100_000, '<0.1%'],
    [1, 1000, '0.1%'],
    [34, 1000, '3.4%'],
    [20, 80, '25.0%'],
    [999, 1000, '99.9%'],
    [1000, 1001, '>99.9%'],
    [100_000, 100_000, '100%'],
  ])('%i of %i is %s', (part, whole, shown) => {
    expect(english.share(part, whole)).toBe(shown);
  });
});

describe('computed', () => {
  it.each([
    ['420572.1729957806', '420,572'],
    ['0.00123456789', '0.00123457'],
    ['1.5e300', '1.5 × 10³⁰⁰'],
    ['-2.5e-9', '−2.5 × 10⁻⁹'],
    ['0', '0'],
    ['1234567.891', '1,234,568'],
    ['12345.6789', '12,345.7'],
    ['1e15', '10¹⁵'],
    ['0.000001', '0.000001'],
    ['0.00000099', '9.9 × 10⁻⁷'],
  ])('%s is shown as %s', (digits, shown) => {
    expect(english.computed(digits)).toBe(shown);
  });
});

describe('rounded', () => {
  it.each([
    ['2.446688e-7', '2.447 × 10⁻⁷'],
    ['-1.5e300', '−1.5 × 10³⁰⁰'],
    ['0.0012345678', '0.001235'],
    ['12.34567', '12.35'],
    ['20661440.5', '20,661,441'],
  ])('%s is shown as %s', (digits, shown) => {
    expect(english.rounded(digits)).toBe(shown);
  });
});

describe('bytes and quantity', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1500, '2 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [12_340_000, '12.3 MB'],
  ])('%i bytes are %s', (bytes, shown) => {
    expect(english.bytes(bytes)).toBe(shown);
  });

  it('count one and many', () => {
    expect(english.quantity(1, TEXTS.en.common.rows)).toBe('1 row');
    expect(english.quantity(12_783, TEXTS.en.common.rows)).toBe('12,783 rows');
  });
});

describe('shorten', () => {
  it('cuts a text of more than 160 characters, and between characters', () => {
    for (const character of ['a', '😀']) {
      expect(shorten(character.repeat(160))).toBe(character.repeat(160));
      expect(shorten(character.repeat(161))).toBe(`${character.repeat(160)}…`);
    }
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
    ['A line break\nis within this sentence.\nThe next one follows.', 'A line break\nis within this sentence.'],
    ['This one has thirty characters. And that is not.', 'This one has thirty characters.'],
    [
      'This one has thirty character. And so this is a part. Yes.',
      'This one has thirty character. And so this is a part.',
    ],
    ['The only sentence, whose end is the end of the text.', 'The only sentence, whose end is the end of the text.'],
    ['No end', 'No end'],
  ])('of %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });
});

describe('exact', () => {
  it.each([
    ['1250', '1,250'],
    ['12.50', '12.50'],
    ['-0.10', '−0.10'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['1.2e5', '120,000'],
    ['1.50e-3', '0.00150'],
    ['-1.5e30', '−1.5 × 10³⁰'],
    ['1e400', '1 × 10⁴⁰⁰'],
  ])('%s is shown as %s, with all its digits', (digits, shown) => {
    expect(english.exact(digits)).toBe(shown);
  });
});

describe('date', () => {
  it('has the order of a region that the language names', () => {
    expect(formatsFor('en-US').date('1694-07-27')).toBe('July 27, 1694');
    expect(formatsFor('en-US').date('0079-08-24')).toBe('August 24, 79');
  });

  it.each([
    ['2019', '2019'],
    ['2019-03', 'March 2019'],
    ['2019-03-05', '5 March 2019'],
    ['2019-Q3', 'Q3 2019'],
    ['2019-03-05T14:30:00Z', '5 March 2019 at 14:30 UTC'],
    ['2019-03-05T14:30:07', '2019-03-05T14:30:07'],
    ['spring 2019', 'spring 2019'],
  ])('%s is shown as %s', (date, shown) => {
    expect(english.date(date)).toBe(shown);
  });
});

it('writes numbers and dates by the conventions of the catalogue’s language', () => {
  const german = formatsFor('de');
  expect(german.count(12_783)).toBe('12.783');
  expect(german.exact('1234.50')).toBe('1.234,50');
  expect(german.date('2019-03-05')).toBe('5. März 2019');
  expect(formatsFor('fr').bytes(870)).toMatch(/^870\soctets$/);
  expect(formatsFor('es').share(34, 1000)).toMatch(/^3,4\s%$/);
  // The interface is in English, so its numbers are too.
  expect(formatsFor('it').count(12_783)).toBe('12,783');
});

describe('furtherSentences', () => {
  it('are what the first sentence leaves', () => {
    expect(furtherSentences('Short. But a sentence of its own is this one. And more. Yes.')).toBe('And more. Yes.');
    expect(furtherSentences('No end')).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { DATASET_FILES } from '../../../src/contract/routes.ts';
import { fill, quantity, splitText } from '../../../src/texts/fill-text.ts';
import { intlDates } from '../../../src/texts/intl-formats.ts';
import { interfaceLanguage, LANGUAGES } from '../../../src/texts/languages.ts';
import { formatLanguage, TEXTS } from '../../../src/texts/texts.ts';

/** The texts of a language by their paths, such as `common.rows.one`. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  // The example of `init` is English, and has texts in other languages alone.
  if (path === 'drafts.example') return [];
  return Object.entries(value as object).flatMap(([key, part]) => flatten(part, path === '' ? key : `${path}.${key}`));
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([it]) => it).sort();

describe('texts', () => {
  const english = flatten(TEXTS.en);
  it.each(LANGUAGES.filter((language) => language !== 'en'))(
    'in %s have the placeholders of the English ones, and no text is empty',
    (language) => {
      const texts = flatten(TEXTS[language]);
      expect(texts.map(([path]) => path)).toEqual(english.map(([path]) => path));
      expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
      const wanted = Object.fromEntries(english.map(([path, text]) => [path, placeholders(text)]));
      expect(Object.fromEntries(texts.map(([path, text]) => [path, placeholders(text)]))).toEqual(wanted);
    },
  );

  it('have a title for each file of a dataset', () => {
    expect(Object.keys(TEXTS.en.dataset.files).sort()).toEqual(['records', ...DATASET_FILES].sort());
  });

  it('in French never end a line before a punctuation mark that has a blank before it', () => {
    expect(flatten(TEXTS.fr).filter(([, text]) => / [:;?!»]|« /.test(text))).toEqual([]);
  });
});

describe('a language tag', () => {
  it.each([
    ['de-CH', 'de', 'de-CH'],
    ['FR', 'fr', 'FR'],
    ['en-GB', 'en', 'en-GB'],
    ['it', 'en', 'en'],
    ['constructor', 'en', 'en'],
  ])('%s has the texts of %s, and the numbers of %s', (tag, texts, numbers) => {
    expect([interfaceLanguage(tag), formatLanguage(tag)]).toEqual([texts, numbers]);
  });

  it('without a region has English dates in the order that all English readers understand', () => {
    const monthAndDay = (tag: string) => intlDates(tag, { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(0);
    expect(['en', 'EN', 'en-US', 'fr'].map(monthAndDay)).toEqual(['1 Jan', '1 Jan', 'Jan 1', '1 janv.']);
  });
});

describe('placeholders', () => {
  it('are filled with values, never with what values contain', () => {
    expect(fill('{a} of {b}', { a: '{b}', b: 3 })).toBe('{b} of 3');
    expect(fill('{toString}', {})).toBe('{toString}');
  });

  it('can be split off, for values that are links', () => {
    expect(splitText('See {link}.')).toEqual(['See ', { name: 'link' }, '.']);
  });
});

it('takes the form of a number by the rules of the language', () => {
  const forms = { one: 'ligne', other: 'lignes' };
  expect([0, 1, 2].map((count) => quantity('fr', forms, count))).toEqual(['ligne', 'ligne', 'lignes']);
  expect([0, 1, 2].map((count) => quantity('en', forms, count))).toEqual(['lignes', 'ligne', 'lignes']);
});

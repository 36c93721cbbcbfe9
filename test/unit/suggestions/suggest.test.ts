import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareNames, suggest as suggestOf } from '../../../src/suggestions/suggest.ts';
import { suggestSlowly } from '../../support/http/suggest-slowly.ts';
import { runs } from '../../support/runs.ts';
import { codePoints } from '../../support/tables/code-points.ts';

const suggest = (given: string, known: readonly string[]): string[] => suggestOf(given, prepareNames(known));

describe('a name', () => {
  test.each([
    ['exactly', 'penn-world-table', 'penn-world-table'],
    ['in capitals', 'PENN-World-Table', 'penn-world-table'],
    ['with blanks', 'penn world table', 'penn-world-table'],
    ['with blanks of other kinds', 'penn\u00a0world\ttable', 'penn-world-table'],
    ['with underscores', 'penn_world_table', 'penn-world-table'],
    ['if the known one has underscores', 'us-gdp', 'us_gdp'],
    ['with a file extension', 'penn-world-table.csv', 'penn-world-table'],
    ['with an extension of five characters', 'penn-world-table.jsonl', 'penn-world-table'],
    ['in full-width letters', 'ｐｅｎｎ－ｗｏｒｌｄ－ｔａｂｌｅ', 'penn-world-table'],
    ['with a ligature', 'ﬁscal-data', 'fiscal-data'],
    ['without separators', 'pennworldtable', 'penn-world-table'],
    ['with separators of its own', 'p-e-n-n-world-table', 'penn-world-table'],
    ['with its words in another order', 'table-penn-world', 'penn-world-table'],
    ['with a typing error', 'penn-wrold-table', 'penn-world-table'],
    ['from its beginning', 'penn', 'penn-world-table'],
    ['from three characters of its beginning', 'pen', 'penn-world-table'],
    ['from some of its words', 'table-world', 'penn-world-table'],
    ['from one of its words', 'world', 'penn-world-table'],
  ])('is found %s', (_, given, known) => {
    expect(suggest(given, [known, 'zzzzzzzzzzzzzzzzzzzz'])).toEqual([known]);
  });

  test.each([
    ['of two characters from a beginning', 'pe', 'penn-world-table'],
    ['of two characters from a word', 'us', 'trade-of-the-us'],
    ['of words with one that is not there', 'world-chair', 'penn-world-table'],
    ['that is nothing', '', 'penn-world-table'],
    ['that is only separators', '---', 'penn-world-table'],
    ['from within', 'orld', 'penn-world-table'],
  ])('is not found %s', (_, given, known) => {
    expect(suggest(given, [known])).toEqual([]);
  });
});

describe('the stages', () => {
  const GIVEN = 'land-use-data';
  /** One known name for each stage, in order. No earlier stage would find it. */
  const STAGES = ['land-use-data', 'landusedata', 'data-land-use', 'land-use-dat', 'aaa-use-data-of-land'];

  test('come in order: equal, without separators, words sorted, edit distance, parts', () => {
    for (const [index, better] of STAGES.entries()) {
      for (const worse of STAGES.slice(index + 1)) {
        expect(suggest(GIVEN, [worse, better]), `${better} before ${worse}`).toEqual([better, worse]);
      }
    }
  });

  test('give three names at most, the best', () => {
    expect(suggest(GIVEN, [...STAGES].reverse())).toEqual(STAGES.slice(0, 3));
  });
});

describe('the same names as by the definition, in the same order, are suggested', () => {
  /** Texts of a few characters are often near each other, the same without separators, or have the same words. */
  const few = (longest: number) => fc.stringMatching(new RegExp(`^[abc-]{0,${longest}}$`));
  const word = fc.constantFrom('aaa', 'aab', 'data', 'b', 'c1');
  const ofWords = fc.array(word, { maxLength: 7 }).map((words) => words.join('-'));
  const slug = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,99}$/);
  const any = fc.oneof(few(8), few(30), ofWords, slug, fc.string({ unit: codePoints, maxLength: 12 }));

  function expectSame(given: string, known: readonly string[]): void {
    expect(suggest(given, known), JSON.stringify({ given, known })).toEqual(suggestSlowly(given, known));
  }

  test.each([
    ['few characters', few(8)],
    ['longer ones of few characters', few(30)],
    ['words', ofWords],
    ['any', any],
  ])('for names of %s', (_, names) => {
    const known = fc.uniqueArray(names, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(known, names, (all, given) => expectSame(given, all)),
      { numRuns: runs(400) },
    );
  });

  test('for names that are a few edits away from a known one', () => {
    const edit = fc.record({ at: fc.nat(), character: fc.constantFrom('', 'a', 'x', '-', '_', 'ﬁ') });
    const known = fc.uniqueArray(fc.oneof(slug, few(20)), { minLength: 1, maxLength: 20 });
    const property = fc.property(known, fc.nat(), fc.array(edit, { maxLength: 6 }), (all, which, edits) => {
      const from = all[which % all.length] as string;
      const given = edits.reduce((text, { at, character }) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(place + (at % 3 === 0 ? 1 : 0));
      }, from);
      expectSame(given, [...all, ...edits.map(({ at }) => from.slice(at % (from.length + 1)))]);
    });
    fc.assert(property, { numRuns: runs(1_000) });
  });

  test('for many names that are near, of which only the nearest three are measured', () => {
    const variant = fc
      .array(fc.record({ at: fc.nat(23), letters: fc.constantFrom('', 'x', 'ab', '-') }), { maxLength: 5 })
      .map((edits) =>
        edits.reduce(
          (text, { at, letters }) => text.slice(0, at) + letters + text.slice(at + 1),
          'land-use-aaaaaabababababa',
        ),
      );
    const property = fc.property(fc.uniqueArray(variant, { minLength: 4, maxLength: 60 }), variant, (known, given) =>
      expectSame(given, known),
    );
    fc.assert(property, { numRuns: runs(1_000) });
  });
});

test('a name that is short, but grows beyond 200 characters when it is normalised, gets no suggestion', () => {
  const grown = 'صلى الله عليه وسلم'.replaceAll(' ', '-');
  expect(suggest('\u{fdfa}', [grown])).toEqual([grown]);
  expect(suggest('\u{fdfa}'.repeat(12), [grown.repeat(12)])).toEqual([]);
});

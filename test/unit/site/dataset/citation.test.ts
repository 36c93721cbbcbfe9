import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildId,
  type Citation,
  citationBibtex,
  citationText,
  citationYear,
} from '../../../../src/site/dataset/citation.ts';

const CITATION: Citation = {
  config: 'penn-world-table',
  title: 'Penn World Table',
  source: 'University of Groningen',
  year: '2019',
  edition: '9.1',
  publisher: 'The Almanac',
  retrieved: '2024-03-05',
  url: 'https://data.example/datasets/penn-world-table/',
};
const WORDS = { edition: 'edition 9.1', dataSet: 'Data set', retrieved: 'Retrieved 5 March 2024' };

describe('the text', () => {
  test('names author, year, title, edition, publisher, date and place', () => {
    expect(citationText(CITATION, WORDS)).toBe(
      'University of Groningen (2019). Penn World Table, edition 9.1 [Data set]. The Almanac. Retrieved 5 March 2024. https://data.example/datasets/penn-world-table/',
    );
  });

  test('leaves out what is not known, and a publisher that is the source', () => {
    const little = { ...CITATION, year: null, edition: null, retrieved: null, publisher: CITATION.source };
    expect(citationText(little, { edition: null, dataSet: 'Data set', retrieved: null })).toBe(
      'University of Groningen. Penn World Table [Data set]. https://data.example/datasets/penn-world-table/',
    );
  });

  test('does not repeat a year with which the source ends', () => {
    const text = (source: string, year: string): string => citationText({ ...CITATION, source, year }, WORDS);
    expect(text('William Playfair, A Letter (1822)', '1822')).toMatch(/^William Playfair, A Letter \(1822\)\. Penn/);
    expect(text('American Community Survey 2017', '2017')).toMatch(/^American Community Survey 2017\. Penn/);
    expect(text('American Community Survey 2017', '2019')).toMatch(/^American Community Survey 2017 \(2019\)\. Penn/);
    expect(text('Model 32017', '2017')).toMatch(/^Model 32017 \(2017\)\. Penn/);
  });

  test('has no second full stop after one, and no line break', () => {
    const text = citationText({ ...CITATION, source: 'Statistics\nInc.', year: null }, WORDS);
    expect(text).toMatch(/^Statistics Inc\. Penn World Table/);
  });
});

describe('BibTeX', () => {
  test('has a field for each part, and the config name as its key', () => {
    expect(citationBibtex(CITATION)).toBe(
      [
        '@misc{penn-world-table,',
        '  author = {{University of Groningen}},',
        '  title = {{Penn World Table}},',
        '  year = {2019},',
        '  edition = {9.1},',
        '  publisher = {The Almanac},',
        '  url = {https://data.example/datasets/penn-world-table/},',
        '  urldate = {2024-03-05},',
        '}',
      ].join('\n'),
    );
  });

  test('has a year with which the source ends only once', () => {
    const bibtex = citationBibtex({ ...CITATION, source: 'William Playfair, A Letter (1822)', year: '1822' });
    expect(bibtex).toContain('author = {{William Playfair, A Letter}},');
    expect(bibtex).toContain('year = {1822},');
    const survey = citationBibtex({ ...CITATION, source: 'Survey 2017', year: '2017' });
    expect(survey).toContain('author = {{Survey 2017}},');
    expect(survey).not.toContain('year =');
  });

  test('escapes what LaTeX would act on', () => {
    const bibtex = citationBibtex({ ...CITATION, title: '50% & $1 #2 a_b {x} \\input ~ ^', year: null });
    expect(bibtex).toContain(
      'title = {{50\\% \\& \\$1 \\#2 a\\_b \\textbraceleft{}x\\textbraceright{} \\textbackslash{}input \\textasciitilde{} \\textasciicircum{}}}',
    );
  });

  test('is one entry with balanced braces, whatever the texts', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(text, text, text, text, (title, source, publisher, url) => {
        const bibtex = citationBibtex({ ...CITATION, title, source, publisher, url: `https://example.org/${url}` });
        let depth = 0;
        for (const [at, character] of [...bibtex].entries()) {
          if (character === '{') depth += 1;
          if (character === '}') depth -= 1;
          // Only the last brace closes the entry.
          if (depth === 0 && at > bibtex.indexOf('{')) expect(at).toBe([...bibtex].length - 1);
        }
        expect(depth).toBe(0);
        expect(bibtex.split('\n')).toHaveLength(9);
      }),
    );
  });
});

test('the year is that of the first known date', () => {
  expect(citationYear(null, '2019-03', '2024')).toBe('2019');
  expect(citationYear(null, null)).toBeNull();
});

test('a build id is the beginning of a SHA-256 digest', async () => {
  expect(await buildId(['csv abc'])).toMatch(/^[0-9a-f]{12}$/);
  expect(await buildId([''])).toBe('e3b0c44298fc');
});

test('it is the same for the same parts in any order, and another one for others', async () => {
  const id = await buildId(['csv 1', 'parquet 2']);
  expect(await buildId(['parquet 2', 'csv 1'])).toBe(id);
  expect(await buildId(['csv 1', 'parquet 3'])).not.toBe(id);
});

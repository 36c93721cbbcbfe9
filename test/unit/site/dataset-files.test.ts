import { expect, test } from 'vitest';
import { LISTED_FILES } from '../../../src/site/dataset-files.ts';

test('each file of a dataset is listed with its title and its format', () => {
  expect(LISTED_FILES.map(({ file, title, format }) => `${file}: ${title}, ${format}`)).toEqual([
    'schema: Columns with statistics, JSON',
    'profile: Distributions, formats and keys, JSON',
    'quality: Doubts and spellings of null, JSON',
    'downloads: Sizes and digests of whole files, JSON',
    'info: Title, description and source, JSON',
    'about: Licence, dates, edition and citation, JSON',
  ]);
});

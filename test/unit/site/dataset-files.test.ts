import { expect, test } from 'vitest';
import { LISTED_FILES } from '../../../src/site/dataset-files.ts';

test('each file of a dataset is listed with its title', () => {
  expect(LISTED_FILES.map(({ file, title }) => `${file}: ${title}`)).toEqual([
    'schema: Columns with statistics',
    'profile: Distributions, formats and keys',
    'quality: Doubts and spellings of null',
    'downloads: Sizes and digests of whole files',
    'info: Title, description and source',
    'about: Licence, dates, edition and citation',
  ]);
});

import { DATASET_FILES, type DatasetFile } from '../contract/routes.ts';

/** What pages call each of a dataset's files, in the order of their lists. */
const TITLES: Readonly<Record<DatasetFile, string>> = {
  schema: 'Columns with statistics',
  profile: 'Distributions, formats and keys',
  quality: 'Doubts and spellings of null',
  info: 'Title, description and source',
};

/** A dataset's files, in the order of the pages' lists. `format` is the name of the file format, such as `JSON`. */
export const LISTED_FILES = (Object.keys(TITLES) as DatasetFile[]).map((file) => ({
  file,
  title: TITLES[file],
  format: (DATASET_FILES[file].name.split('.')[1] as string).toUpperCase(),
}));

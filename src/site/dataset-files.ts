import type { DatasetFile } from '../contract/routes.ts';
import type { DownloadFormat } from '../model.ts';

/** What pages call each of a dataset's files, in the order of their lists. */
const TITLES: Readonly<Record<DatasetFile, string>> = {
  schema: 'Columns with statistics',
  profile: 'Distributions, formats and keys',
  quality: 'Doubts and spellings of null',
  downloads: 'Sizes and digests of whole files',
  info: 'Title, description and source',
  about: 'Licence, dates, edition and citation',
};

/** What pages call each of the files with a whole dataset. */
export const DOWNLOAD_TITLES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'CSV, for spreadsheets and statistics',
  ndjson: 'NDJSON, one JSON object a line',
  parquet: 'Parquet, for DuckDB, pandas and R',
  xlsx: 'XLSX, for Excel and LibreOffice',
};

/** A dataset's files, in the order of the pages' lists. */
export const LISTED_FILES = (Object.keys(TITLES) as DatasetFile[]).map((file) => ({
  file,
  title: TITLES[file],
}));

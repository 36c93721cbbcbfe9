import type { FileFormat } from '../../../src/model.ts';

/** The format of a file whose sidecar does not describe it. */
export const PLAIN_FORMAT: FileFormat = {
  encoding: null,
  delimiter: null,
  quote: '"',
  escape: '"',
  comment: null,
  trim: null,
  trailingDelimiter: false,
  skipRows: 0,
  footerRows: null,
  header: null,
  rename: null,
  omitted: [],
  flags: [],
  dates: [],
  ragged: 'error',
  emptyRows: null,
  repeatedHeader: 'error',
  numberFormat: {},
};

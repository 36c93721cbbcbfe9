import type { FileForm } from '../../src/model.ts';

/** The form of a file whose sidecar says nothing of it. */
export const PLAIN_FORM: FileForm = {
  encoding: null,
  delimiter: null,
  quote: '"',
  escape: '"',
  skipInitialSpace: false,
  comment: null,
  skipRows: 0,
  footerRows: 0,
  header: null,
  ragged: 'error',
  format: {},
};

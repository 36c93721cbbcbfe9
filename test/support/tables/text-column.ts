import type { ColumnProfile } from '../../../src/model.ts';

/** The profile of a column of texts without nulls, of which nothing else is known. */
export const TEXT_COLUMN: ColumnProfile = {
  name: 'text',
  type: 'object',
  nullCount: 0,
  nullSpellings: new Map(),
  samples: [],
  statistics: null,
  evidence: null,
  suspiciousTexts: null,
  firstForbiddenNull: null,
};

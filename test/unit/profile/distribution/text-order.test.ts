import fc from 'fast-check';
import { expect, test } from 'vitest';
import { undescribedColumn } from '../../../../src/discover/sidecar/undescribed-column.ts';
import type { RecordBlock } from '../../../../src/model.ts';
import { distributionOfTexts, TextCounters } from '../../../../src/profile/distribution/count-texts.ts';
import { runs } from '../../../support/runs.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

function orderOf(texts: readonly string[]): 'ascending' | 'descending' | 'none' {
  const pairs = texts.slice(1).map((text, at) => [texts[at] as string, text] as const);
  if (pairs.every(([before, after]) => before <= after)) return 'ascending';
  return pairs.every(([before, after]) => before >= after) ? 'descending' : 'none';
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 });
const blocks = fc.array(rows, { minLength: 1, maxLength: 4 });

test('the order of texts is found across blocks, whatever is in the other columns', () => {
  fc.assert(
    fc.property(blocks, fc.constantFrom<-1 | 0 | 1>(-1, 0, 1), (parts, sorting) => {
      const all = parts.flat().map(([it]) => it);
      if (sorting !== 0) all.sort((a, b) => (a < b ? -sorting : sorting));
      const counters = new TextCounters([undescribedColumn(PLAIN_FORMAT), undescribedColumn(PLAIN_FORMAT)]);
      let from = 0;
      for (const part of parts) {
        const records = part.map(([, other], at) => [all[from + at] as string, other]);
        counters.add({ records } as unknown as RecordBlock);
        from += part.length;
      }
      const { order, distinct } = distributionOfTexts(counters.finish([0]));
      expect([distinct.count, order]).toEqual([new Set(all).size, all.length === 1 ? order : orderOf(all)]);
    }),
    { numRuns: runs(200) },
  );
});

import { expect, test } from 'vitest';
import type { ProfileColumn } from '../../../../src/contract/documents.ts';
import { mostlyMissing } from '../../../../src/site/dataset/missing-values.ts';
import type { ExactNumber } from '../../../../src/site/exact-json.ts';

function column(name: string, share: string | null): ProfileColumn<ExactNumber> {
  return { name, null_share: share === null ? null : { digits: share } } as ProfileColumn<ExactNumber>;
}

test('columns with more than half of their values missing are named, the emptiest first', () => {
  const columns = [
    column('half', '0.5'),
    column('most', '0.51'),
    column('all', '1'),
    column('full', '0'),
    column('same', '0.51'),
  ];
  expect(mostlyMissing(columns).map(({ name }) => name)).toEqual(['all', 'most', 'same']);
});

test('a table without rows misses nothing', () => {
  expect(mostlyMissing([column('a', null)])).toEqual([]);
});

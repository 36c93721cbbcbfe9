import { describe, expect, test } from 'vitest';
import { isTotal, isTotalRow, TOTAL_LABEL_STARTS, TOTAL_LABELS } from '../../../src/contract/labels/total-labels.ts';

describe('labels of totals', () => {
  test.each(TOTAL_LABELS)(
    '%s is recognised, in capitals too, and by its first two letters if they are ASCII',
    (label) => {
      for (const text of [label, label.toUpperCase(), ` ${label}: all`]) expect(isTotal(text)).toBe(true);
      const start = label.slice(0, 2);
      expect(TOTAL_LABEL_STARTS.has(start)).toBe(/^[a-z]{2}$/.test(start));
    },
  );

  test('a prefix may stand apart, be joined by a hyphen, or be part of the word', () => {
    for (const text of ['Grand total', 'grand-total', 'Subtotal', 'Sub-totals']) expect(isTotal(text)).toBe(true);
  });

  test('a longer word is not a label', () => {
    for (const text of ['Totality', 'Summer', 'Sumatra', 'total2', 'a total']) expect(isTotal(text)).toBe(false);
  });
});

test.each(['EU27 total', 'Deutschland insgesamt', ' Total', 'Kanada (Total)', 'Polska ogółem:', '全国合计'])(
  'the first or last row %s is a total, whichever cell its label is in',
  (label) => {
    expect(isTotalRow([label, '1'])).toBe(true);
    expect(isTotalRow(['', label, '1'])).toBe(true);
  },
);

test.each(['Dim sum', 'Musikensemble', 'Subtotalx', '統計', 'x'])('%s is not', (label) => {
  expect(isTotalRow([label, '1'])).toBe(false);
});

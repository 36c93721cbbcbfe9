import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnAnchors } from '../../../../src/site/shared/column-anchors.ts';

test('an anchor is the name in small letters and digits', () => {
  expect(columnAnchors(['Wheat Price', 'Größe', 'a_b__c', '2019'])).toEqual([
    'column-wheat-price',
    'column-gro-e',
    'column-a-b-c',
    'column-2019',
  ]);
});

test('names that make the same or no anchor get the number of their column', () => {
  expect(columnAnchors(['a', 'A', '日本', '', 'a-2'])).toEqual([
    'column-a',
    'column-a-2-2',
    'column-3',
    'column-4',
    'column-a-2',
  ]);
});

test('a name of letters or digits keeps its anchor from earlier names that need a number', () => {
  expect(columnAnchors(['!', '1'])).toEqual(['column-1-1', 'column-1']);
  expect(columnAnchors(['a', 'A', 'a 2', '!', '4'])).toEqual([
    'column-a',
    'column-a-2-2',
    'column-a-2',
    'column-4-4',
    'column-4',
  ]);
});

test('all anchors of a dataset are different, and of plain characters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'A', '1', '2', '-', ' ', 'é', '語'), maxLength: 4 })),
      (names) => {
        const anchors = columnAnchors(names);
        expect(new Set(anchors).size).toBe(names.length);
        for (const anchor of anchors) expect(anchor).toMatch(/^column-[a-z0-9-]+$/);
      },
    ),
  );
});

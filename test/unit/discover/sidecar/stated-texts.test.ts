import { expect, test } from 'vitest';
import type { Description } from '../../../../src/discover/sidecar/description.ts';
import { statedTexts } from '../../../../src/discover/sidecar/read-sidecar.ts';

const described = (value: unknown): Description => ({
  value,
  at: () => ({ file: 'economy/rents.meta.json', place: { kind: 'start' }, name: '' }) as never,
});

test.each<[string, unknown, string | null]>([
  ['beside a name that is not a text', { name: 1, license: 'CC-BY 4.0' }, 'CC-BY 4.0'],
  ['beside an unknown key', { nmae: 'Rents', license: 'CC-BY 4.0' }, 'CC-BY 4.0'],
  ['beside a fault of "csv"', { csv: { quote: 1 }, license: 'CC-BY 4.0' }, 'CC-BY 4.0'],
  ['that is absent', { name: 1 }, null],
  ['that is blank', { name: 1, license: ' ' }, null],
  ['that is absent, beside a key that may be a mistyped one', { licence: 'CC-BY-4.0' }, ''],
  ['that is a number', { license: 4 }, ''],
  ['of a description that is not an object', [], ''],
])('a licence %s', (_, value, expected) => {
  expect(statedTexts(described(value), 'economy').license).toBe(expected);
});

test.each<[string, unknown, string | null, string]>([
  ['of the description comes before that of the folder', { name: 1, category: 'health' }, 'economy', 'health'],
  ['of the folder counts if the description names none', { csv: 7 }, 'economy', 'economy'],
  ['that is not a text is blank', { category: 1 }, 'economy', ''],
  ['is blank without a folder', { name: 1 }, null, ''],
])('a category %s', (_, value, folder, expected) => {
  expect(statedTexts(described(value), folder).category).toBe(expected);
});

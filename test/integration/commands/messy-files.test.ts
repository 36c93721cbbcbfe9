import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

/*
 * The guide in docs/datasets.md leads a person from a messy file to a published dataset. These tests make the edits that the guide counts,
 * and no others.
 */

const GUIDE = readFileSync('docs/datasets.md', 'utf8');

/** A text of the draft, and what a person writes in its place. */
type Edit = readonly [from: string, to: string];

const BLANKS: readonly Edit[] = [
  ['"description": ""', '"description": "What it says."'],
  ['"source": ""', '"source": "An office"'],
  ['"url": ""', '"url": "https://example.org/"'],
];

/** Adds a file, makes the edits to its sidecar, and builds. */
function publish(name: string, file: string | Uint8Array, edits: readonly Edit[]) {
  const rawData = folderWith({});
  const path = join(folderWith({ [name]: file }), name);
  const { sidecar } = addDataset(path, { rawData, category: 'economy', create: true });
  let text = readFileSync(join(rawData, sidecar), 'utf8');
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(join(rawData, sidecar), text);
  const { problems, errors, records } = buildInMemory(rawData);
  return {
    records: records(name.replace('.csv', '')),
    errors: errors.map(({ code }) => code),
    hints: problems.filter(({ severity }) => severity === 'hint').map(({ code }) => code),
  };
}

/** The file that the guide shows after a heading, and the number of edits that it counts. */
function inGuide(heading: string): { text: string; edits: number } {
  const section = GUIDE.slice(GUIDE.indexOf(heading));
  const [, text = ''] = /```csv\n([\s\S]*?)```/.exec(section) ?? [];
  const [, edits] = /\*\*(\d+) edits\*\*/.exec(section) ?? [];
  return { text, edits: Number(edits) };
}

describe('a German export: titles, windows-1252, decimal commas, a mark for null, a total and a note', () => {
  const { text, edits: counted } = inGuide('### An export with titles');
  // In windows-1252, and unlike in ISO 8859-1, the euro sign is 0x80.
  const file = Buffer.from(text.replaceAll('\n', '\r\n').replaceAll('€', '\x80'), 'latin1');
  const edits: readonly Edit[] = [...BLANKS, ['"footerRows": 1', '"footerRows": 2']];

  test('is published exactly after the edits of the guide', () => {
    expect(edits).toHaveLength(counted);
    const { records, errors, hints } = publish('preise.csv', file, edits);
    expect(errors).toEqual([]);
    expect(hints.sort()).toEqual(['column-undescribed', 'license-missing']);
    expect(records).toEqual([
      { 'Ort': 'Köln', 'Schlüssel': '05315', 'Preis in €': 1234.5, 'Menge': 12 },
      { 'Ort': 'Bad; Ems', 'Schlüssel': '07141', 'Preis in €': 987.25, 'Menge': null },
      { 'Ort': 'Münster', 'Schlüssel': '05515', 'Preis in €': 12450, 'Menge': 7 },
      { 'Ort': 'Lübeck', 'Schlüssel': '01003', 'Preis in €': 77.2, 'Menge': 5 },
    ]);
  });
});

describe('an export of pandas with an index', () => {
  const { text, edits: counted } = inGuide('### An export of pandas');

  test('is published exactly after the edits of the guide', () => {
    const edits = [...BLANKS, ['"index": { "description": "", "unit": "" }', '"index": { "omit": true }']] as const;
    expect(edits).toHaveLength(counted);
    const { records, errors } = publish('rates.csv', text, edits);
    expect(errors).toEqual([]);
    expect(records).toEqual([
      { place: 'Rome', year: 2019, rate: 1.5 },
      { place: 'Rome', year: 2020, rate: null },
      { place: 'Oslo', year: 2019, rate: 3 },
    ]);
  });
});

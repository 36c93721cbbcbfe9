import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addFile, matchingFiles } from '../../../src/commands/add-dataset/add-file.ts';
import { DEFAULT_READING } from '../../../src/settings/settings.ts';
import { folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { rowsOf, workbookWith } from '../../support/workbooks/workbook-with.ts';

const settingsFor = (rawData: string, sheet: string | null = null) => {
  return { ...DEFAULT_READING, rawData, category: 'economy', create: false, sheet };
};

const RAIN = workbookWith({
  Data: { rows: rowsOf(['Station', 'Date', 'Rain'], ['Bern', '<c s="1"><v>45292</v></c>', 1.5], ['Basel', '', 2]) },
  Notes: { rows: rowsOf(['A note']) },
});

test('a workbook becomes a CSV file with a sidecar, and the workbook stays outside', async () => {
  const rawData = rawDataWith({});
  const path = join(folderWith({ 'Rain 2024.xlsx': RAIN }), 'Rain 2024.xlsx');
  const added = await addFile(path, settingsFor(rawData));
  expect(added).toMatchObject({ file: 'economy/rain-2024.csv', sidecar: 'economy/rain-2024.meta.json' });
  expect(readdirSync(join(rawData, 'economy')).sort()).toEqual(['rain-2024.csv', 'rain-2024.meta.json']);
  const csv = 'Station,Date,Rain\nBern,2024-01-01,1.5\nBasel,,2\n';
  expect(readFileSync(join(rawData, added.file), 'utf8')).toBe(csv);
  expect(added.found.columns.map(({ name, type }) => [name, type])).toEqual([
    ['Station', 'object'],
    ['Date', 'object'],
    ['Rain', 'float64'],
  ]);
  // The next edition does not overwrite the file unasked.
  await expect(addFile(path, settingsFor(rawData))).rejects.toThrow('already exists');
});

test('a workbook that is already in a category becomes a CSV file beside it', async () => {
  const rawData = rawDataWith({ 'economy/rain.xlsx': RAIN });
  const added = await addFile(join(rawData, 'economy/rain.xlsx'), { ...settingsFor(rawData), category: null });
  expect(readdirSync(join(rawData, 'economy')).sort()).toEqual(['rain.csv', 'rain.meta.json', 'rain.xlsx']);
  expect(JSON.parse(readFileSync(join(rawData, added.sidecar), 'utf8'))).not.toHaveProperty('category');
});

test('a header of two rows with groups is proposed as one, and what the workbook hides is among the findings', async () => {
  const rows = rowsOf(['Canton', 'Men', ''], ['', 'young', 'old'], ['Bern', 1, 2], ['Basel', 3, 4], ['Uri', 5, 6]);
  const after = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>';
  const hidden = rows.replace('<row r="4"', '<row r="4" hidden="1"');
  const path = join(folderWith({ 'a.xlsx': workbookWith({ Data: { rows: hidden, after } }) }), 'a.xlsx');
  const { found, patch } = await addFile(path, settingsFor(rawDataWith({})));
  expect(found.problems).toContainEqual(expect.objectContaining({ code: 'cells-hidden', file: path }));
  expect(patch).toMatchObject({ csv: { header: 2 } });
});

test('a workbook whose content or sheet is wrong leaves nothing', async () => {
  const rawData = rawDataWith({});
  const folder = folderWith({ 'a.xlsx': RAIN.subarray(0, 500), 'b.csv': RAIN, 'c.csv': 'a,b\n1,2\n' });
  await expect(addFile(join(folder, 'a.xlsx'), settingsFor(rawData))).rejects.toThrow('its end is missing');
  await expect(addFile(join(folder, 'b.csv'), settingsFor(rawData, 'None'))).rejects.toThrow('has no sheet "None"');
  await expect(addFile(join(folder, 'c.csv'), settingsFor(rawData, 'None'))).rejects.toThrow('has no sheets');
  expect(existsSync(join(rawData, 'economy'))).toBe(false);
  // The content decides, not the name.
  expect(await addFile(join(folder, 'b.csv'), settingsFor(rawData))).toMatchObject({ file: 'economy/b.csv' });
});

test('patterns stand for the files that they match, once each; a file with such a name is that file', () => {
  const folder = folderWith({ 'a.csv': '', 'b.csv': '', 'b[1].csv': '', 'c.txt': '' });
  const at = (name: string): string => join(folder, name);
  expect(matchingFiles([at('b.csv'), at('*.csv'), at('b[1].csv'), at('*.tsv')])).toEqual(
    ['b.csv', 'a.csv', 'b[1].csv', '*.tsv'].map(at),
  );
});

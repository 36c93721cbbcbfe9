import { readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addedCategory, newCatalogue } from '../../../src/commands/add-dataset/extend-catalogue.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

/** A catalogue's description with a category "new-one" added. */
function extended(text: string): string {
  const rawData = folderWith({ 'catalogue.json': text });
  const { file, content } = addedCategory(rawData, 'new-one');
  expect({ file, content }).toMatchObject({ file: 'catalogue.json', content: { before: text } });
  return 'text' in content ? content.text : '';
}

const TITLE = '"title": "New one"';
const DESCRIPTION = '"description": "Datasets in the category New one."';

test.each([
  [
    'on lines of their own',
    '{\n  "categories": {\n    "a": {\n      "title": "A",\n      "description": "B"\n    }\n  },\n  "title": "T"\n}\n',
    `{\n  "categories": {\n    "a": {\n      "title": "A",\n      "description": "B"\n    },\n    "new-one": {\n      ${TITLE},\n      ${DESCRIPTION}\n    }\n  },\n  "title": "T"\n}\n`,
  ],
  [
    'indented by tabs, with line ends of Windows, after a byte order mark',
    '\uFEFF{\r\n\t"title": "T",\r\n\t"categories": {\r\n\t\t"a": {}\r\n\t}\r\n}',
    `\uFEFF{\r\n\t"title": "T",\r\n\t"categories": {\r\n\t\t"a": {},\r\n\t\t"new-one": {\r\n\t\t\t${TITLE},\r\n\t\t\t${DESCRIPTION}\r\n\t\t}\r\n\t}\r\n}`,
  ],
  [
    'that are empty, on one line',
    '{"categories": {}}',
    `{\n  "categories": {\n    "new-one": {\n      ${TITLE},\n      ${DESCRIPTION}\n    }\n  }\n}`,
  ],
])('to categories %s, one is added with the indents of the file', (_, before, after) => {
  expect(extended(before)).toBe(after);
});

test('a link to a catalogue stays a link: the file that it leads to is edited', () => {
  const folder = folderWith({ 'shared.json': '{"categories": {}}' });
  symlinkSync('shared.json', join(folder, 'catalogue.json'));
  expect(addedCategory(folder, 'a').path).toMatch(/shared\.json$/);
  expect(readlinkSync(join(folder, 'catalogue.json'))).toBe('shared.json');
});

test.each([
  [null, ''],
  ['../schema.json', '  "$schema": "../schema.json",\n'],
])('a new catalogue has one category, and the schema %j', (schema, line) => {
  expect(newCatalogue('/raw', 'new-one', schema)).toEqual({
    path: '/raw/catalogue.json',
    file: 'catalogue.json',
    content: {
      text: `{
${line}  "title": "Open data",
  "description": "Open datasets, each with its source and its licence.",
  "categories": {
    "new-one": {
      ${TITLE},
      ${DESCRIPTION}
    }
  }
}
`,
    },
  });
});

test('a category is described in the language of the catalogue', () => {
  const after = JSON.parse(extended('{ "title": "T", "language": "fr-CH", "categories": {} }'));
  expect(after.categories).toEqual({
    'new-one': { title: 'New one', description: 'Jeux de données de la catégorie New one.' },
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorSchemas } from '../../../src/discover/sidecar/sidecar-schema.ts';

const FOLDER = 'public/schemas';

describe.each(Object.entries(editorSchemas()))('public/schemas/%s', (file, schema) => {
  test('is the schema that checks sidecars and the catalogue', () => {
    const current = `${JSON.stringify(schema, null, 2)}\n`;
    expect(readFileSync(join(FOLDER, file), 'utf8'), 'npm run schemas writes it').toBe(current);
  });
});

test('the folder of schemas has no other file', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(editorSchemas()).sort());
});

const described = readdirSync('raw-data', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.json'),
);

test.each(described)('raw-data/%s names a schema that exists', (file) => {
  const path = join('raw-data', file);
  const { $schema } = JSON.parse(readFileSync(path, 'utf8'));
  const expected = file === 'catalogue.json' ? 'catalogue.schema.json' : 'dataset.schema.json';
  expect(resolve(dirname(path), $schema)).toBe(resolve(FOLDER, expected));
  expect(existsSync(resolve(FOLDER, expected))).toBe(true);
});

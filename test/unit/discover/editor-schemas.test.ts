import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

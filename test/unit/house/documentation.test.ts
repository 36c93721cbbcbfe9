import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { columnSchema, editorSchemas, sidecarSchema } from '../../../src/discover/sidecar/sidecar-schema.ts';
import { SETTINGS, type SettingRow } from '../../../src/settings/settings.ts';

const readme = readFileSync('README.md', 'utf8');
const rows: [string, SettingRow][] = Object.entries(SETTINGS);

test.each(rows)('the README has the setting %s with its default and meaning', (_, row) => {
  const name = row.flag ? `--${row.flag}${row.value ? ` ${row.value}` : ''}` : row.env;
  const line = readme.split('\n').find((text) => text.startsWith(`| \`${name}\``));
  expect(line).toBeDefined();
  if (row.default !== null) expect(line).toContain(`\`${row.default}\``);
});

test('the README names every key of a sidecar', () => {
  const csv = (z.toJSONSchema(sidecarSchema).properties?.csv ?? {}) as { properties: object };
  const keys = [
    ...Object.keys(sidecarSchema.shape),
    ...Object.keys(columnSchema.shape),
    ...Object.keys(csv.properties),
  ];
  for (const key of keys.filter((name) => name !== 'category')) {
    expect(readme).toMatch(new RegExp(`[\`"]${key.replace('$', '\\$')}[\`"]`));
  }
});

test.each(Object.entries(editorSchemas()))('public/schemas/%s is what the checks are made of', (name, schema) => {
  // npm run schemas
  expect(JSON.parse(readFileSync(`public/schemas/${name}`, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
});

test('the README has every command of package.json', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const forUsers = ['start', 'build', 'dev', 'preview', 'check-data', 'add', 'test'];
  for (const name of forUsers) {
    expect(scripts).toHaveProperty(name);
    expect(readme).toMatch(new RegExp(`npm (run )?${name}\\b`));
  }
});

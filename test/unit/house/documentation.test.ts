import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_BOUNDS } from '../../../src/compare/bounds.ts';
import { columnSchema, editorSchemas, sidecarSchema } from '../../../src/discover/sidecar/sidecar-schema.ts';
import { SETTINGS, type SettingRow } from '../../../src/settings/settings.ts';

const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
const settings = readFileSync('docs/settings.md', 'utf8');
const datasets = readFileSync('docs/datasets.md', 'utf8');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('the reference', () => {
  test.each(Object.entries(SETTINGS) as [string, SettingRow][])('has the setting %s with its default', (_, row) => {
    const name = row.flag ? `--${row.flag}${row.value ? ` ${row.value}` : ''}` : row.env;
    const line = settings.split('\n').find((text) => text.startsWith(`| \`${name}\``));
    expect(line).toBeDefined();
    if (row.default !== undefined) expect(line).toContain(`\`${row.default}\``);
  });

  test.each(Object.entries(DEFAULT_BOUNDS))('has the bound %s of editions with its default', (name, bound) => {
    const editions = readFileSync('docs/editions.md', 'utf8');
    expect(editions).toContain(`| \`${name}\` | \`${bound}\` |`);
  });

  test('has every key of a sidecar', () => {
    const csv = (z.toJSONSchema(sidecarSchema).properties?.csv ?? {}) as { properties: object };
    const keys = [sidecarSchema.shape, columnSchema.shape, csv.properties].flatMap((shape) => Object.keys(shape));
    expect(keys.length).toBeGreaterThan(20);
    expect(keys.filter((key) => !datasets.includes(`"${key}"`) && !datasets.includes(`\`${key}\``))).toEqual([]);
  });

  test('has every command that a publisher runs', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const commands = Object.entries(scripts).filter(([, command]) => /scripts\/run\.js (?!prepare)/.test(command));
    expect(commands.length).toBeGreaterThan(5);
    for (const [name] of commands) expect(settings).toMatch(new RegExp(`\`npm (?:run )?${name}\\b`));
  });

  test.each(Object.entries(editorSchemas()))('public/schemas/%s is what `npm run schemas` writes', (name, schema) => {
    expect(JSON.parse(readFileSync(`public/schemas/${name}`, 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

test.each(DOCUMENTS)('every relative link in %s leads to a file', (document) => {
  const links = [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([]);
});

describe('CONTRIBUTING', () => {
  test('names only rooms and files that exist, unless it calls them new', () => {
    const named = [
      ...contributing.matchAll(/(?<!new )`((?:src|test|docs|scripts|public)\/[^`*:]*|[\w-]+\/[\w/[\].-]+)`/g),
    ];
    const paths = named.map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(40);
    const missing = paths.filter((path) => !existsSync(path) && !existsSync(join('src', path)));
    expect(missing).toEqual([]);
  });
});

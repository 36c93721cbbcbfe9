import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the custom properties that a publisher may set are those of the style sheet, and documented', () => {
  const root = /:root \{(.*?)\n\}/s.exec(readFileSync('src/site/styles/base.css', 'utf8'))?.[1] ?? '';
  const declared = [...root.matchAll(/^ {2}(--[a-z]+):/gm)].map(([, name]) => name);
  const rows = readFileSync('docs/look.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `--'));
  const documented = rows.flatMap((row) => [...row.matchAll(/`(--[a-z]+)`/g)].map(([, name]) => name));
  expect(documented.sort()).toEqual(declared.sort());
});

test('a rule outside all layers wins over every style of the pages: all are in layers', () => {
  const imports = readFileSync('src/site/styles/catalogue.css', 'utf8').match(/^@import .*$/gm) ?? [];
  expect(imports.length).toBeGreaterThan(5);
  for (const line of imports) expect(line).toMatch(/ layer\(\w+\);$/);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What publishers run, apart from what only people who work on Almanac do. */
const COMMANDS = globSync(['src/**/*.{ts,astro}', 'scripts/*.ts', 'scripts/{terminal,summary}/*.ts']);
/** The one file that has the words. */
const NAMING = 'src/problems/name-command.ts';

test('messages name commands by placeholders, since an installed package is called otherwise than a checkout', () => {
  expect(COMMANDS).toContain(NAMING);
  const named = COMMANDS.filter((path) => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return /\bnpm (?:run \w|start)/.test(code);
  });
  expect(named.filter((path) => path !== NAMING)).toEqual([]);
});

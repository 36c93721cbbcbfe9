import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TRIES } from '../../support/hostile/tally.ts';

test('docs/attacks.md has a row for each attack, with the number of its tries', () => {
  const rows = [...readFileSync('docs/attacks.md', 'utf8').matchAll(/^\| (.+?) \| +([0-9,]+) \| .+ \|$/gm)];
  const stated = rows.map(([, attack, tries = '']) => [attack, Number(tries.replaceAll(',', ''))]);
  expect(Object.fromEntries(stated)).toEqual(TRIES);
});

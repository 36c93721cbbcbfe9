import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { productionPackages, refusedPackages } from '../../../scripts/licences/list-licences.ts';

test.each([
  ['the code of a built server has', 'server', ['js-levenshtein', 'lru-cache'], /Permission is hereby granted/g],
  [
    'the code of built pages has',
    'client',
    ['d3-array', 'js-levenshtein', 'minisearch', 'simple-statistics'],
    /Permission (?:is hereby granted|to use, copy)/g,
  ],
])('%s beside it the licences of the packages in it', (_, folder, packages, grant) => {
  const text = readFileSync(join(inject('builtSite'), folder, 'licences.md'), 'utf8');
  const bundled = [...text.matchAll(/^## (\S+) - (\d\S*) \((.+)\)$/gm)].map(([, name, version, licence]) => ({
    name,
    version,
    licence,
  }));
  const known = productionPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const names = bundled.map(({ name }) => name);
  expect(names).toEqual(packages);
  for (const it of bundled) expect(known).toContainEqual({ ...it, platform: '' });
  expect(refusedPackages(known.filter(({ name }) => names.includes(name)))).toEqual([]);
  // Licences are there in full.
  expect(text.match(grant)?.length).toBeGreaterThanOrEqual(1);
});

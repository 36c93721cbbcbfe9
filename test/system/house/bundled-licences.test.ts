import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { productionPackages, refusedPackages } from '../../../scripts/licences/list-licences.ts';

test('a built server has beside it the licences of the packages in it', () => {
  const text = readFileSync(join(inject('builtSite'), 'server/licences.md'), 'utf8');
  const bundled = [...text.matchAll(/^## (\S+) - (\d\S*) \((.+)\)$/gm)].map(([, name, version, licence]) => ({
    name,
    version,
    licence,
  }));
  const known = productionPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const names = bundled.map(({ name }) => name);
  expect(names).toEqual(['js-levenshtein', 'lru-cache']);
  for (const it of bundled) expect(known).toContainEqual({ ...it, platform: '' });
  expect(refusedPackages(known.filter(({ name }) => names.includes(name)))).toEqual([]);
  // Licences are there in full.
  expect(text.match(/Permission is hereby granted/g)?.length).toBe(1);
});

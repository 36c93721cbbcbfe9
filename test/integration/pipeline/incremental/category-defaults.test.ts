import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { settingsWith } from '../../../support/builds/build-parts.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const catalogueWith = (defaults: object): string =>
  JSON.stringify({
    ...{ title: 'A', description: 'B.' },
    categories: { economy: { title: 'Economy', description: 'Money.', defaults } },
  });

test('a change of defaults reaches the datasets that have them, though no file of theirs changed', async () => {
  const defaults = { source: 'An office', url: 'https://example.org/', columns: { rate: { unit: '%' } } };
  const rawData = folderWith({
    'catalogue.json': catalogueWith(defaults),
    'economy/a.csv': 'canton;rate\nBE;1\n',
    'economy/b.csv': 'canton,rate\nBE,2\n',
  });
  const settings = settingsWith({ rawData, out: join(folderWith({}), 'dist'), apiOnly: true, threads: 1 });
  const published = async () => {
    const report = await buildSite(settings, () => {});
    expect(report).toMatchObject({ ok: true, published: true });
    return ['a', 'b'].map((name) => {
      const path = join(settings.out, 'client/v1/datasets', name, 'schema.json');
      const { source, columns } = JSON.parse(readFileSync(path, 'utf8'));
      return [source, columns[1].description];
    });
  };
  expect(await published()).toEqual([
    ['An office', '(%)'],
    ['An office', '(%)'],
  ]);
  const later = { ...defaults, source: 'Another office', columns: { rate: { unit: 'per mille' } } };
  writeFileSync(join(rawData, 'catalogue.json'), catalogueWith(later));
  expect(await published()).toEqual([
    ['Another office', '(per mille)'],
    ['Another office', '(per mille)'],
  ]);
});

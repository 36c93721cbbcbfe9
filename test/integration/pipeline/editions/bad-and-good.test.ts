import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';
import { publishEdition } from '../../../support/editions/publish-edition.ts';

const EDITIONS = 'test/editions';
const CATALOGUE = { title: 'Data', description: 'D.', categories: { data: { title: 'Data', description: 'D.' } } };
const DESCRIPTION = { name: 'Data', description: 'D.', source: 'S', url: 'https://example.org/', license: 'CC0-1.0' };

/** Makes the raw data of an edition of a case. */
function makeEdition(folder: string, of: string, edition: 'last' | 'next'): void {
  const data = join(folder, 'raw-data/data');
  rmSync(join(folder, 'raw-data'), { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  writeFileSync(join(folder, 'raw-data/catalogue.json'), JSON.stringify(CATALOGUE));
  const several = join(of, edition);
  const files = existsSync(several) ? readdirSync(several).map((name) => [join(several, name), name] as const) : [];
  const keys = join(of, 'data.meta.json');
  const own = existsSync(keys) ? JSON.parse(readFileSync(keys, 'utf8')) : {};
  for (const [path, name] of files.length > 0 ? files : [[join(of, `${edition}.csv`), 'data.csv'] as const]) {
    copyFileSync(path, join(data, name));
    writeFileSync(join(data, name.replace('.csv', '.meta.json')), JSON.stringify({ ...DESCRIPTION, ...own }));
  }
}

/** Publishes both editions of a case, and returns the errors for which the second one is refused. */
async function refusalOf(of: string): Promise<string[]> {
  const [last, next] = [folderWith({}), folderWith({})];
  makeEdition(last, of, 'last');
  const first = await publishEdition({ rawData: join(last, 'raw-data'), out: join(last, 'dist') }, null);
  expect(first.ok, `${of}: the last edition`).toBe(true);
  makeEdition(next, of, 'next');
  const edition = { rawData: join(next, 'raw-data'), out: join(next, 'dist') };
  const { published, problems } = await publishEdition(edition, join(last, 'dist'));
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(published).toBe(errors.length === 0);
  return errors.map(({ code, message }) => `${code}  ${message}`);
}

describe.each(['bad', 'good'])('%s editions', (kind) => {
  test('are refused only if they are bad', { timeout: 120_000 }, async () => {
    const found: string[] = [];
    for (const name of readdirSync(join(EDITIONS, kind)).sort()) {
      const errors = await refusalOf(join(EDITIONS, kind, name));
      found.push([name, ...(errors.length > 0 ? errors : ['published'])].join('\n  '));
    }
    await expect(`${found.join('\n')}\n`).toMatchFileSnapshot(`${kind}.txt`);
    const published = found.filter((it) => it.endsWith('\n  published'));
    if (kind === 'bad') expect(published).toEqual([]);
    else expect(found.length - published.length).toBeLessThanOrEqual(1);
  });
});

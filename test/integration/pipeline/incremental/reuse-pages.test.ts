import { readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listOutput } from '../../../../src/pipeline/incremental/output-listing.ts';
import { type EarlierPages, hasSameAssets, takePages } from '../../../../src/pipeline/incremental/reuse-pages.ts';
import { folderWith, writeFiles } from '../../../support/builds/raw-data-folder.ts';

const CLIENT = {
  'client/index.html': 'home',
  'client/assets/style.123.css': 'a {}',
  'client/datasets/index.html': 'all datasets',
  'client/datasets/rents/index.html': 'rents',
  'client/datasets/rents/chart.svg': '<svg/>',
  'client/embed/rents/index.html': 'rents alone',
  'client/datasets/wages/index.html': 'wages',
  'client/v1/datasets/rents/info.json': '{}',
};

/** The pages of an output as a build has left it. */
function earlierPages(changed: readonly string[] = []): EarlierPages {
  const root = folderWith(CLIENT);
  const listing = listOutput(`${root}/`, []);
  const frame = { pages: 'p', charts: 'c', changes: {} };
  return { previous: join(root, 'client'), recycled: null, frame, listing, changed };
}

/** Takes the pages of both datasets into an empty folder; returns the files that are there then, and their datasets. */
function taken(pages: EarlierPages, chartsOnly = false): { files: string[]; configs: string[]; to: string } {
  const to = folderWith({});
  const { configs, files } = takePages(pages, new Set(['rents', 'wages']), to, chartsOnly);
  const there = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(to, path)).isFile(),
  );
  expect(files.map(({ path }) => path).sort()).toEqual(there.sort());
  return { files: there, configs: [...configs].sort(), to };
}

const WAGES = ['datasets/wages/index.html'];
const ALL = ['datasets/rents/chart.svg', 'datasets/rents/index.html', ...WAGES, 'embed/rents/index.html'];

describe('pages of an earlier output', () => {
  test('are linked with all files beside them, and with nothing of other pages', () => {
    const pages = earlierPages();
    const { files, configs, to } = taken(pages);
    expect([files, configs]).toEqual([ALL, ['rents', 'wages']]);
    const identities = [to, pages.previous].map((folder) => statSync(join(folder, ALL[0] as string)).ino);
    expect(identities[0]).toBe(identities[1]);
  });

  test.each<[string, (client: string) => void]>([
    ['was edited', (client) => writeFileSync(join(client, 'embed/rents/index.html'), 'somebody else’s')],
    [
      'was replaced by a link',
      (client) => {
        const page = join(client, 'datasets/rents/chart.svg');
        renameSync(page, join(client, 'elsewhere.svg'));
        symlinkSync(join(client, 'elsewhere.svg'), page);
      },
    ],
  ])('are left out, with nothing of their dataset, if one of its files %s', (_, change) => {
    const pages = earlierPages();
    change(pages.previous);
    const { files, configs } = taken(pages);
    expect([files, configs]).toEqual([WAGES, ['wages']]);
  });

  test('are left out if one of their files is known to differ, though it does not show', () => {
    expect(taken(earlierPages(['client/datasets/rents/index.html'])).configs).toEqual(['wages']);
    expect(taken(earlierPages(['client/v1/datasets/rents/info.json', 'client/index.html'])).configs).toHaveLength(2);
  });

  test('are left behind by their charts, if only these are the same', () => {
    const { files, configs } = taken(earlierPages(), true);
    expect([files, configs]).toEqual([['datasets/rents/chart.svg'], ['rents']]);
  });

  test('come without files that no build has listed', () => {
    const pages = earlierPages();
    writeFiles(pages.previous, { 'datasets/wages/added.html': 'added' });
    expect(taken(pages).files).toEqual(ALL);
  });
});

describe('the style sheets and scripts of a new output', () => {
  test('are those of the earlier pages only if each is there with the same content, whatever else is', () => {
    const pages = earlierPages();
    const make = (files: Record<string, string>): string => folderWith({ 'index.html': '', ...files });
    expect(hasSameAssets(pages, make({ 'assets/style.123.css': 'a {}', 'assets/new.js': '' }))).toBe(true);
    expect(hasSameAssets(pages, make({ 'assets/style.456.css': 'a {}' }))).toBe(false);
    expect(hasSameAssets(pages, make({ 'assets/style.123.css': 'b {}' }))).toBe(false);
    expect(hasSameAssets(pages, make({}))).toBe(false);
  });
});

import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { RunningServer } from '../../../../scripts/bench/servers/servers.ts';
import { folderForAll } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { serveFolder } from '../../../support/client/static-server.ts';
import { useBrowser } from '../../../support/http/browser.ts';
import { FILE_HOSTS } from '../../../support/http/file-hosts.ts';
import { brokenLinks } from '../broken-links.ts';
import { builtPages } from '../built-pages.ts';
import { DATASETS, HIGHEST_INCOMES, HIGHEST_PRICES, reporter, testReaders } from './paths.ts';
import { type Visit, visit } from './visit.ts';

const BASE = '/open/data/';

const browser = useBrowser();

describe.each(['pages', 'packed'])('a host of files only, under a sub-path, with the layout %s', (layout) => {
  const out = folderForAll();
  const client = join(out, 'site/client');
  let server: Server;
  let root: string;
  beforeAll(async () => {
    const args = ['--base', BASE, '--layout', layout, '--only', DATASETS.join(','), '--out', join(out, 'site')];
    const { code, stderr } = await runBuild(['--quiet', ...args]);
    expect(code, stderr).toBe(0);
    const started = await serveFolder(client, BASE);
    server = started.server;
    root = started.url + BASE;
  }, 120_000);
  afterAll(() => server?.close());

  const go = <T>(walk: (visit: Visit) => Promise<T>): Promise<T> => visit(browser(), root, {}, walk);

  test('no link is broken', () => {
    expect(brokenLinks(client, builtPages(client), BASE)).toEqual([]);
  });

  testReaders(go, client, HIGHEST_PRICES);

  test('a page that does not exist suggests one that does', () =>
    go(async ({ page, use }) => {
      await page.goto(`${root}datasets/wheat-price-and-wages/`);
      await use(page.locator('.suggestions').getByRole('link', { name: 'Wheat prices and wages' }));
      await page.waitForURL(`${root}datasets/wheat-prices-and-wages/`);
    }));
});

describe.each(FILE_HOSTS)('%s', (_, hasRanges, start) => {
  const folder = folderForAll();
  let server: RunningServer;
  beforeAll(async () => {
    server = await start(join(inject('builtSite'), 'client'), join(folder, 'host'));
  });
  afterAll(() => server?.stop());

  test(`serves a reporter, ${hasRanges ? 'with parts of the file' : 'without ranges'}`, () =>
    visit(browser(), `${server.url}/`, {}, async (reader) => {
      const statuses = new Set<number>();
      reader.page.on('response', (it) => it.url().endsWith('data.parquet') && statuses.add(it.status()));
      await reporter(reader, HIGHEST_INCOMES);
      expect([...statuses]).toEqual([hasRanges ? 206 : 200]);
    }));
});

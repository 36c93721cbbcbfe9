import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { folderForAll, sidecarWith, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { attributeValues, builtPages } from '../built-pages.ts';
import { complaintsOf } from '../complaints.ts';

/** Largest page of a dataset of 52 columns, in bytes as they are sent, and in elements. */
const MAX_PAGE = 15_000;
const MAX_ELEMENTS = 2_500;
/** All scripts of one page, in bytes as they are sent. */
const MAX_SCRIPTS = 25_000;
/** The style sheets of one page, which it is not painted without, in bytes as they are sent. */
const MAX_STYLES = 5_800;
/** Home page of any number of datasets, in bytes as they are sent. */
const MAX_HOME = 40_000;
const PENN = '/datasets/penn-world-table/';

const client = join(inject('builtSite'), 'client');
const server = useBuiltServer();
const browser = useBrowser();

const sizeOf = (content: Buffer): number => gzipSync(content, { level: 9 }).length;

/** What a page fetches. */
interface Fetched {
  /** Compressed sizes of its scripts, by path, as soon as they are there. */
  scripts: Map<string, Promise<number>>;
  /** Paths of the data that it reads. */
  data: string[];
}

/** Shows a page, waits until it has loaded what it loads by itself, and lets a reader use it. */
async function withPage<T>(path: string, use: (page: Page, fetched: Fetched) => Promise<T>): Promise<T> {
  const context = await browser().newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  try {
    const page = await context.newPage();
    const reported = complaintsOf(page, server.url());
    const fetched: Fetched = { scripts: new Map(), data: [] };
    page.on('response', (response) => {
      const request = response.request();
      const { pathname } = new URL(response.url());
      if (request.resourceType() === 'script') fetched.scripts.set(pathname, response.body().then(sizeOf));
      if (request.resourceType() === 'fetch') fetched.data.push(pathname);
    });
    await page.goto(server.url() + path, { waitUntil: 'networkidle' });
    const result = await use(page, fetched);
    expect(reported).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

describe('the page of a dataset with 52 columns', () => {
  test(`has at most ${MAX_PAGE} bytes compressed`, () => {
    const html = readFileSync(join(client, PENN, 'index.html'));
    expect(html.toString().match(/<li id="column-/g)).toHaveLength(52);
    expect(sizeOf(html)).toBeLessThanOrEqual(MAX_PAGE);
  });

  test(`has style sheets of at most ${MAX_STYLES} bytes compressed`, () => {
    const html = readFileSync(join(client, PENN, 'index.html'), 'utf8');
    const sheets = attributeValues(html, 'href').filter((href) => href.endsWith('.css'));
    expect(sheets).not.toEqual([]);
    const sizes = sheets.map((href) => sizeOf(readFileSync(join(client, href))));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_STYLES);
  });

  test(`has at most ${MAX_ELEMENTS} elements, with those that scripts add`, () =>
    withPage(PENN, async (page) => {
      await page.getByRole('button', { name: /^Browse all/ }).waitFor();
      const count = await page.evaluate(() => document.querySelectorAll('*').length);
      expect(count).toBeLessThanOrEqual(MAX_ELEMENTS);
    }));
});

/** Uses every control of a dataset's page that loads something, or might. */
async function useDataset(page: Page): Promise<void> {
  const plot = page.locator('.chart-plot');
  await plot.hover();
  await page.locator('.chart-panel').waitFor();
  const choice = page.locator('.chart-choice');
  await choice.locator('summary').click();
  await choice.locator('input[type=checkbox]').first().click();
  await page.getByLabel('Filter columns').fill('gdp');
  await page.getByRole('button', { name: /^Browse all/ }).click();
  const status = page.locator('[data-rows] [role=status]');
  await expect.poll(() => status.textContent()).toMatch(/^Rows 1–100 of/);
  await page.getByRole('button', { name: 'Last', exact: true }).click();
  await expect.poll(() => status.textContent()).not.toMatch(/^Rows 1–/);
  await page.getByText('Choose columns').click();
  await page.getByRole('button', { name: 'All columns' }).click();
  await page.getByRole('button', { name: 'Copy page as CSV' }).click();
  await page.getByRole('button', { name: 'Copy citation' }).click();
}

async function useHome(page: Page): Promise<void> {
  await page.getByLabel('Sort by').selectOption('rows');
  await page.getByRole('searchbox').fill('wheat');
  await page.getByRole('region', { name: 'Search results' }).getByRole('link').first().waitFor();
}

async function useApi(page: Page): Promise<void> {
  await page.locator('[data-try] form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await page.getByText(/^Status 200/).waitFor();
}

describe.each([
  ['/', useHome],
  ['/categories/economy/', useHome],
  [PENN, useDataset],
  ['/datasets/exchange-rates-monthly/', null],
  ['/api/', useApi],
] as const)('the scripts of %s', (path, use) => {
  test(`have at most ${MAX_SCRIPTS} bytes compressed, and read data on use only`, () =>
    withPage(path, async (page, fetched) => {
      expect(fetched.data).toEqual([]);
      await use?.(page);
      if (use) expect(fetched.data).not.toEqual([]);
      const sizes = await Promise.all(fetched.scripts.values());
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(total, [...fetched.scripts.keys()].join(' ')).toBeLessThanOrEqual(MAX_SCRIPTS);
      expect(total).toBeGreaterThan(0);
    }));
});

describe('no script comes before what people read', () => {
  test('in any page', () => {
    for (const { file, html } of builtPages(client)) {
      const [head = ''] = html.split('<body');
      expect(head, file).not.toMatch(/<script|modulepreload|as="script"/);
      for (const [tag] of html.matchAll(/<script(?! type="application\/json")[^>]*>/g)) {
        expect(tag, file).toMatch(/^<script type="module" src="[^"]*">$/);
      }
    }
  });

  test.each(['/', PENN, '/api/', '/no/such/page/'])('so %s is painted though no script arrives', async (path) => {
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      const held: string[] = [];
      // A route that is never answered holds its request back.
      await page.route('**/*.js', (route) => void held.push(route.request().url()));
      await page.goto(server.url() + path, { waitUntil: 'commit' });
      const painted = (): Promise<number> =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
      await expect.poll(painted).toBe(1);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      expect(await page.locator('footer').isVisible()).toBe(true);
    } finally {
      await context.close();
    }
  });
});

describe('a catalogue of many datasets', () => {
  /** More than a home page lists. */
  const COUNT = 120;
  const CATEGORIES = ['Climate', 'Economy', 'Education', 'Energy', 'Governance', 'Health', 'Population', 'Transport'];
  const folder = folderForAll();
  const built = join(folder, 'out/client');
  beforeAll(async () => {
    const entry = (title: string) => [title.toLowerCase(), { title, description: `What is known of ${title}.` }];
    const catalogue = { title: 'Many', description: 'A lot.', categories: Object.fromEntries(CATEGORIES.map(entry)) };
    const files = Array.from({ length: COUNT }, (_, at) => {
      const category = CATEGORIES[at % CATEGORIES.length]?.toLowerCase();
      const numbers = Array.from(
        { length: 12 },
        (_, year) => `${1990 + year},${(at * 7919 + year * 31 * at) % 1009}\n`,
      );
      const words = [at * 7919, at * 104_729, at * 1_299_709].map((number) => (number % 46_656).toString(36));
      const name = `Dataset ${at} of ${words.join(' ')}`;
      return [
        [`${category}/dataset-${at}.csv`, `year,value\n${numbers.join('')}`],
        [`${category}/dataset-${at}.meta.json`, sidecarWith({ name, description: `Each row is a year of ${name}.` })],
      ];
    });
    writeFiles(join(folder, 'raw-data'), {
      'catalogue.json': JSON.stringify(catalogue),
      ...Object.fromEntries(files.flat()),
    });
    const args = ['--raw-data', join(folder, 'raw-data'), '--out', join(folder, 'out'), '--formats', ''];
    const { code } = await runBuild([...args, '--quiet', '--no-pictures']);
    expect(code).toBe(0);
  }, 180_000);

  test(`has a home page of at most ${MAX_HOME} bytes compressed`, () => {
    const home = readFileSync(join(built, 'index.html'));
    expect(sizeOf(home)).toBeLessThanOrEqual(MAX_HOME);
    // Before them, there is the row that results of a search are made from.
    const [, selected = ''] = home.toString().split('class="all"');
    expect(selected.match(/<li class="row"/g)).toHaveLength(24);
  });

  test('has every dataset on the page of a category, to which the home page links', () => {
    const hrefs = (file: string): string[] => attributeValues(readFileSync(join(built, file), 'utf8'), 'href');
    const categories = new Set(hrefs('index.html').filter((href) => href.startsWith('/categories/')));
    expect(categories.size).toBe(CATEGORIES.length);
    const linked = [...categories].flatMap((href) => hrefs(`${href}index.html`));
    const datasets = new Set(linked.filter((href) => href.startsWith('/datasets/dataset-')));
    expect(datasets.size).toBe(COUNT);
  });
});

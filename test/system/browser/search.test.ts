import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { useBrowser } from '../../support/http/browser.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';
import { accessibilityFaults } from './accessibility.ts';

const server = useBuiltServer();
const browser = useBrowser();
let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await browser().newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
});
afterEach(() => context.close());

const box = () => page.getByRole('searchbox');
const results = () => page.getByRole('region', { name: 'Search results' });
const status = () => page.locator('.search-status').textContent();
const shownTitles = () => page.locator('.row:visible').getByRole('heading').allTextContents();

describe('the search', () => {
  test('reads its texts at the first key press, and forgives a typing error', async () => {
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    await page.goto(server.url(), { waitUntil: 'networkidle' });
    expect(read.filter((path) => path.startsWith('/search/'))).toEqual([]);
    await box().pressSequentially('weat price');
    await results().getByRole('link', { name: 'Wheat prices and wages, 1565–1820' }).waitFor();
    expect(await shownTitles()).toContain('Wheat prices and wages, 1565–1820');
    expect(await results().locator('mark').allTextContents()).toEqual(expect.arrayContaining(['Wheat', 'prices']));
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(read.filter((path) => path.startsWith('/search/')).sort()).toEqual([
      '/search/columns.json',
      '/search/datasets.json',
      '/search/values.json',
    ]);
  });

  test.each(['/api/', '/datasets/penn-world-table/'])('begins in the header of %s', async (path) => {
    await page.goto(server.url() + path);
    await page.locator('header').getByRole('searchbox', { name: 'Search datasets' }).fill('weat price');
    await page.keyboard.press('Enter');
    await results().getByRole('link', { name: 'Wheat prices and wages, 1565–1820' }).waitFor();
  });

  test.each(['/', '/categories/governance/', '/datasets/'])('finds a column on %s, and leads to it', async (path) => {
    await page.goto(server.url() + path);
    await box().fill('rgdpna');
    const column = results().getByRole('link', { name: /^rgdpna/ });
    await column.click();
    await page.waitForURL('**/datasets/penn-world-table/#*');
    const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
    expect(await page.locator(`[id="${id}"]`).count()).toBe(1);
  });

  test('finds the tables that have a value, and shows it', async () => {
    await page.goto(server.url());
    await box().fill('coffee rwanda');
    await expect.poll(() => results().textContent()).toContain('Includes: Rwanda');
    expect(await shownTitles()).toEqual(['Coffee production by country, 2016 and 2017']);
  });

  test('stands in the address, which brings it back', async () => {
    await page.goto(server.url());
    await box().fill('senate');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('senate');
    await page.goto(page.url());
    await expect.poll(status).toMatch(/^\d+ datasets found$/);
    expect(await box().inputValue()).toBe('senate');
  });

  test('ends with Escape', async () => {
    await page.goto(`${server.url()}/?q=senate`);
    await expect.poll(() => results().isVisible()).toBe(true);
    await box().press('Escape');
    expect(await box().inputValue()).toBe('');
    expect(await results().isVisible()).toBe(false);
    expect(await shownTitles()).toHaveLength(inject('buildReport').datasets.length);
    expect(new URL(page.url()).search).toBe('');
  });

  test('without a match says what to try, and names the nearest titles', async () => {
    await page.goto(server.url());
    await box().fill('emploiamints');
    await expect.poll(status).toContain('emploiamints');
    expect(await results().textContent()).toContain('the name of a column');
    expect(await results().getByRole('link').allTextContents()).toContain('US employment by industry');
  });

  test('that cannot be loaded leads to the list from A to Z', async () => {
    await page.route('**/search/*.json', (route) => route.abort());
    await page.goto(server.url());
    await box().fill('wheat');
    await expect.poll(() => results().getByRole('link').allTextContents()).toEqual(['All datasets from A to Z']);
  });
});

describe('the list', () => {
  test('can be filtered by category and ordered, by keys alone, and the address brings that back', async () => {
    await page.goto(server.url());
    const chip = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Agriculture/ });
    await chip.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await shownTitles()).length).toBe(7);
    await page.getByLabel('Sort by').selectOption('rows');
    const titles = await shownTitles();
    expect(titles).toHaveLength(7);
    expect(titles[0]).toBe('US consumer price index for food');
    await page.goto(page.url());
    await expect.poll(shownTitles).toEqual(titles);
    expect(await page.getByLabel('Sort by').inputValue()).toBe('rows');
  });

  test('of all categories is ordered as a whole', async () => {
    await page.goto(`${server.url()}/?order=years`);
    await expect
      .poll(async () => (await shownTitles()).slice(0, 2))
      .toEqual(['Currencies used by territory', 'Wheat prices and wages, 1565–1820']);
    await page.getByLabel('Sort by').selectOption('title');
    const titles = await shownTitles();
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en', { numeric: true }).compare));
    await page.getByLabel('Sort by').selectOption('category');
    expect(await page.locator('.category-head h2').allTextContents()).toEqual(['Economy', 'Agriculture', 'Governance']);
  });
});

describe('the form of the API page', () => {
  test('shows what a request gets', async () => {
    await page.goto(`${server.url()}/api/`);
    const form = page.locator('[data-try]');
    await form.scrollIntoViewIfNeeded();
    await expect
      .poll(() => form.getByLabel('Dataset').locator('option').count())
      .toBe(inject('buildReport').datasets.length);
    await form.getByLabel('Dataset').selectOption('penn-world-table');
    await form.getByLabel('Page').fill('2');
    expect(await form.locator('.try-address').textContent()).toBe(
      'GET /v1/datasets/penn-world-table/limit/100/offset/100.json',
    );
    await form.getByRole('button').click();
    await expect
      .poll(() => form.getByRole('status').textContent())
      .toMatch(/^Status 200 · Type application\/json.* · Size /);
    const body = await form.locator('pre').textContent();
    expect(body).toMatch(/^\{\n {2}"source": "Groningen/);
    expect(body?.length).toBeLessThan(20_010);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('says that there was no response', async () => {
    await page.goto(`${server.url()}/api/`);
    await page.route('**/v1/**', (route) => route.abort());
    await page.locator('[data-try]').getByRole('button').click();
    await expect.poll(() => page.locator('[data-try]').getByRole('status').textContent()).toContain('no response');
  });
});

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { expectChart, expectWholeTable, teacher } from './paths.ts';
import { type Visit, visit } from './visit.ts';

const client = join(inject('builtSite'), 'client');

const server = useBuiltServer();
const browser = useBrowser();

const go = (walk: (visit: Visit) => Promise<void>): Promise<void> =>
  visit(browser(), `${server.url()}/`, { javaScriptEnabled: false }, walk);

test('a journalist finds the chart in the list from A to Z, and leaves with SVG and the citation’s text', () =>
  go(async ({ page, open, use, save }) => {
    await open('');
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await use(page.getByRole('link', { name: 'All datasets from A to Z' }));
    await use(page.getByRole('link', { name: 'Wheat prices and wages' }));
    // The browser's script draws the PNG.
    expect(await page.getByText('Chart as PNG').isVisible()).toBe(false);
    expectChart(await save(page.getByRole('link', { name: 'Chart as SVG' })), 'svg');
    await use(page.getByRole('link', { name: 'Cite it' }));
    expect(await page.locator('#citation').isVisible()).toBe(true);
    expect(await page.locator('#citation').textContent()).toMatch(/Playfair.*Wheat prices and wages/);
  }));

test('an analyst reads the line that reads the whole table', () =>
  go(async ({ page, open, use }) => {
    await open('datasets/us-rent-and-income/');
    await use(page.getByText('DuckDB', { exact: true }));
    const code = page.getByRole('group', { name: 'Code for DuckDB' });
    expect(await code.isVisible()).toBe(true);
    await expectWholeTable((await code.textContent()) ?? '', client);
  }));

test('a teacher opens the table in a spreadsheet', () => go((it) => teacher(it, client)));

test('a developer sees ten rows of the whole file, and where the others are', () =>
  go(async ({ page, open, save }) => {
    await open('datasets/us-senate-votes-109/');
    const numbers = await page.locator('.records tbody .at').allTextContents();
    expect(numbers).toHaveLength(10);
    expect(Number(numbers.at(-1)?.replace(',', ''))).toBeGreaterThan(60_000);
    expect(await page.locator('[data-rows] [role=status]').textContent()).toContain('Ten of 65,790 rows');
    const { bytes } = await save(page.getByRole('link', { name: 'CSV' }).first());
    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(1 + 65_790);
    await page.getByText('Other files').click();
    await page.getByRole('link', { name: 'The rows fill 658 JSON pages' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#paging');
  }));

test('shows no control that needs a script', () =>
  go(async ({ page, open }) => {
    for (const path of ['', 'datasets/', 'datasets/penn-world-table/', 'datasets/wheat-prices-and-wages/', 'api/']) {
      await open(path);
      const controls = page.locator('button:visible, input:visible, select:visible, output:visible');
      expect(await controls.evaluateAll((all) => all.map((it) => it.outerHTML)), path).toEqual([]);
    }
  }));

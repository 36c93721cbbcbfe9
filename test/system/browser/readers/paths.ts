import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { duckDbWith } from '../../../support/readers/run-code.ts';
import { readXlsx } from '../../../support/readers/xlsx.ts';
import type { Saved, Visit } from './visit.ts';

/** Datasets that the readers need. A catalogue of these alone is built quickly. */
export const DATASETS = ['wheat-prices-and-wages', 'us-rent-and-income', 'us-senate-votes-109'] as const;

const [WHEAT, RENT, VOTES] = DATASETS;
const ROW = 50_000;

/** The rows of a published CSV file as texts, header first. `client` is the folder that a host serves. */
function publishedCsv(client: string, config: string): string[][] {
  return parse(readFileSync(join(client, `v1/datasets/${config}/data.csv`)));
}

/** A journalist finds the chart of wheat prices though a word is misspelled, and leaves with the picture, its source and the citation. */
async function journalist({ page, open, use, type, save, copied }: Visit): Promise<void> {
  await open('');
  await type(page.getByRole('searchbox', { name: 'Search datasets' }), 'weat prices');
  const results = page.getByRole('region', { name: 'Search results' });
  const first = results.getByRole('heading').first();
  await expect.poll(() => first.textContent()).toContain('Wheat prices and wages');
  await use(first.getByRole('link'));
  expectChart(await save(page.getByRole('button', { name: 'Chart as PNG' })), 'png');
  expectChart(await save(page.getByRole('link', { name: 'Chart as SVG' })), 'svg');
  await openWays(page, use);
  await use(page.getByRole('button', { name: 'Copy citation' }));
  await expect.poll(copied).toBe(await page.locator('#citation').textContent());
  expect(await copied()).toMatch(/Playfair.*Wheat prices and wages/);
  await expect.poll(() => page.getByRole('status').allTextContents()).toContain('Copied');
}

/** Opens what phones hide behind one line, so that the chart comes soon. */
async function openWays(page: Page, use: Visit['use']): Promise<void> {
  const ways = page.getByText('More ways to use it');
  if (await ways.isVisible()) await use(ways);
}

/** Expects the chart of wheat prices as a file that says by itself what it is. */
export function expectChart({ name, bytes }: Saved, format: 'png' | 'svg'): void {
  expect(name).toBe(`${WHEAT}.${format}`);
  if (format === 'png') {
    // Signature, and width and height (PNG, sections 5.2 and 11.2.1).
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1440, 810]);
    expect(bytes.subarray(-8, -4).toString('latin1')).toBe('IEND');
  } else {
    const svg = bytes.toString();
    for (const text of ['Wheat prices and wages, 1565–1820', 'Source: William Playfair', 'Licence: Public domain']) {
      expect(svg).toMatch(new RegExp(`<text[^>]*>[^<]*${text}`));
    }
  }
}

/** An analyst copies one line that reads the whole table, and runs it. */
async function analyst({ page, open, use, copied }: Visit, client: string): Promise<void> {
  await open(`datasets/${RENT}/`);
  await openWays(page, use);
  await use(page.getByRole('link', { name: 'Use it in code' }));
  const example = page.locator('details', { has: page.getByText('DuckDB', { exact: true }) });
  await use(example.locator('summary'));
  await use(example.getByRole('button', { name: 'Copy' }));
  const code = await example.locator('code').textContent();
  await expect.poll(copied).toBe(code);
  expect(code?.trim().split('\n')).toHaveLength(1);
  await expectWholeTable(code ?? '', client);
}

/** Expects that a query reads all rows of the table of rents, from the file that its address leads to. */
export async function expectWholeTable(query: string, client: string): Promise<void> {
  const run = duckDbWith((address) => join(client, address.replace(/^.*\/(?=v1\/)/, '')));
  const [header, ...rows] = publishedCsv(client, RENT);
  const read = await run(query, header ?? []);
  expect(read.names).toEqual(header);
  expect(read.rows.map((row) => row.map((cell) => cell ?? ''))).toEqual(rows);
}

/** A teacher opens the table in a spreadsheet. */
export async function teacher({ page, open, use, save }: Visit, client: string): Promise<void> {
  await open('datasets/');
  await use(page.getByRole('link', { name: 'US rent and income by state, 2017' }));
  const { name, bytes } = await save(page.getByRole('link', { name: 'Excel' }));
  expect(name).toBe(`${RENT}.xlsx`);
  const [table = []] = (await readXlsx(bytes)).values();
  const published = publishedCsv(client, RENT);
  expect(table).toHaveLength(published.length);
  expect(table[0]).toEqual(published[0]);
}

/** A place in a table, as its address leads others to it. */
interface SharedPlace {
  address: string;
  rows: string[];
}

/** A developer goes to row 50,000, copies its page as CSV, and shares the address. */
async function developer({ page, open, use, type, copied }: Visit, client: string): Promise<SharedPlace> {
  await open(`datasets/${VOTES}/`);
  await type(page.getByLabel('Go to row'), String(ROW));
  await page.keyboard.press('Enter');
  const rows = page.locator('[data-rows]');
  await expect.poll(() => rows.getByRole('status').textContent()).toBe('Rows 49,901–50,000 of 65,790');
  await use(rows.getByRole('button', { name: 'Copy page as CSV' }));
  const [header, ...all] = publishedCsv(client, VOTES);
  await expect.poll(async () => parse(await copied())).toEqual([header, ...all.slice(ROW - 100, ROW)]);
  return { address: page.url(), rows: await shownRows({ page }) };
}

/** A reporter asks where rents are highest, saves the answer, and shares the address. */
async function reporter({ page, open, use, save }: Visit, client: string): Promise<{ address: string; first: string }> {
  await open(`datasets/${RENT}/`);
  const head = (column: string) => page.getByRole('button', { name: column, exact: true });
  const panel = page.getByRole('dialog');
  await use(head('variable'));
  await use(panel.getByRole('checkbox', { name: 'rent' }));
  await use(panel.getByRole('button', { name: 'Close' }));
  await use(head('estimate'));
  await use(panel.getByRole('button', { name: 'Sort descending' }));
  const rows = page.locator('[data-rows]');
  await expect.poll(() => rows.getByRole('status').textContent()).toBe('Rows 1–52 of 52 that match, of 104 in all');
  const first = rows.locator('tbody tr').first();
  await expect.poll(() => first.textContent()).toContain('Hawaii');
  const { name, bytes } = await save(rows.getByRole('button', { name: 'Download these rows as CSV' }));
  expect(name).toBe(`${RENT}-rows.csv`);
  const [header = [], ...all] = publishedCsv(client, RENT);
  const [variable, estimate] = [header.indexOf('variable'), header.indexOf('estimate')];
  const expected = all.filter((row) => row[variable] === 'rent');
  expected.sort((a, b) => Number(b[estimate]) - Number(a[estimate]));
  const [savedHeader = [], ...saved] = parse(bytes) as string[][];
  expect(saved).toEqual(expected.map((row) => savedHeader.map((column) => row[header.indexOf(column)])));
  return { address: page.url(), first: (await first.textContent()) ?? '' };
}

/** The rows that a table shows, each as one text. Waits until the page of the chosen row is there. */
async function shownRows({ page }: Pick<Visit, 'page'>): Promise<string[]> {
  await page.locator('.records .chosen').waitFor();
  return page.locator('.records tbody tr').allTextContents();
}

/** Tests the paths of all readers. `go` lets one visit the catalogue, and `client` is the folder that its host serves. */
export function testReaders(go: <T>(walk: (visit: Visit) => Promise<T>) => Promise<T>, client: string): void {
  test('a journalist finds a chart by a search with a typo, and leaves with PNG, source and citation', () =>
    go(journalist));

  test('an analyst copies one line that reads the whole table', () => go((it) => analyst(it, client)));

  test('a teacher opens the table in a spreadsheet', () => go((it) => teacher(it, client)));

  test('a reporter finds where rents are highest, saves the rows, and shares the address', async () => {
    const { address, first } = await go((it) => reporter(it, client));
    expect(address).toMatch(/\/datasets\/us-rent-and-income\/\?rows=1&where=variable\.in\.rent&sort=-estimate$/);
    await go(async ({ page }) => {
      await page.goto(address);
      await expect.poll(() => page.locator('.records tbody tr').first().textContent()).toBe(first);
    });
  });

  test('a developer goes to a row, copies its page as CSV, and shares the address', async () => {
    const { address, rows } = await go((it) => developer(it, client));
    expect(address).toMatch(/\/datasets\/us-senate-votes-109\/\?row=50000$/);
    expect(rows).toHaveLength(100);
    const seen = await go(async ({ page }) => {
      await page.goto(address);
      return shownRows({ page });
    });
    expect(seen).toEqual(rows);
  });
}

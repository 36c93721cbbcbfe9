import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ProfileDocument } from '../../../../src/contract/documents.ts';
import { duckDbWith } from '../../../support/readers/run-code.ts';
import { readXlsx } from '../../../support/readers/xlsx.ts';
import { realDatasets } from '../../../support/tables/real-data.ts';
import { accessibilityFaults } from '../accessibility.ts';
import type { Saved, Visit } from './visit.ts';

/** Datasets that the readers need. A catalogue of these alone is built quickly. */
export const DATASETS = [
  'wheat-prices-and-wages',
  'us-rent-and-income',
  'us-senate-votes-109',
  'us-food-price-index',
] as const;

const [WHEAT, RENT, VOTES, PRICES] = DATASETS;
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
  const rows = page.locator('[data-rows]');
  await use(rows.getByRole('button', { name: /^Browse all/ }));
  await type(page.getByLabel('Go to row'), String(ROW));
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.getByRole('status').textContent()).toBe('Rows 49,901–50,000 of 65,790');
  await use(rows.getByRole('button', { name: 'Copy page as CSV' }));
  const [header, ...all] = publishedCsv(client, VOTES);
  await expect.poll(async () => parse(await copied())).toEqual([header, ...all.slice(ROW - 100, ROW)]);
  return { address: page.url(), rows: await shownRows({ page }) };
}

/** A table of towns. */
const TOWNS = 'french-communes';

/** A question of a reporter: of the rows with a value in a column, which are highest in another column. */
export interface Ranking {
  config: string;
  column: string;
  value: string;
  by: string;
}

/** In a dataset that is built quickly. The digits of `value` are read from published pages or chunks. */
export const HIGHEST_PRICES: Ranking = { config: PRICES, column: 'year', value: '1985', by: 'value' };

/** In a Parquet file that is too long to be read at once, so that hosts are asked for ranges. */
export const HIGHEST_INCOMES: Ranking = { config: 'penn-world-table', column: 'year', value: '2017', by: 'rgdpe' };

/** Rows of a dataset's source, with their numbers from 1. */
interface SourceRow {
  number: number;
  cells: Readonly<Record<string, string>>;
}

/** The rows of a dataset's source, as a plain reading of its CSV file finds them. */
function sourceRows(config: string): SourceRow[] {
  const { csv = '' } = realDatasets().find((it) => it.config === config) ?? {};
  const records = parse(readFileSync(csv), { columns: true }) as SourceRow['cells'][];
  return records.map((cells, at) => ({ number: at + 1, cells }));
}

/** Expects a saved CSV file to have these rows, in this order, with the digits of the source. Returns the names of its columns. */
function expectRows({ name, bytes }: Saved, config: string, rows: readonly SourceRow[]): string[] {
  expect(name).toMatch(new RegExp(`^${config}\\b.*\\.csv$`));
  const [header = [], ...saved] = parse(bytes) as string[][];
  expect(saved).toEqual(rows.map(({ cells }) => header.map((column) => cells[column])));
  return header;
}

/** Waits until the page says how many rows match, and expects the first hundred to be shown, in this order. Returns their texts. */
async function expectShown(page: Page, rows: readonly SourceRow[], count: number): Promise<string[]> {
  const shown = rows.slice(0, 100);
  const [to, matched, of] = [shown.length, rows.length, count].map((it) => it.toLocaleString('en'));
  const status = page.locator('[data-rows]').getByRole('status');
  await expect.poll(() => status.textContent()).toBe(`Rows 1–${to} of ${matched} that match, of ${of} in all`);
  const numbers = await page.locator('.records tbody tr > :first-child').allTextContents();
  expect(numbers).toEqual(shown.map(({ number }) => number.toLocaleString('en')));
  return page.locator('.records tbody tr').allTextContents();
}

/** A reporter asks which rows with a value are highest, saves the answer, and shares the address. */
export async function reporter(visit: Visit, { config, column, value, by }: Ranking): Promise<SharedPlace> {
  const { page, open, use, type, save } = visit;
  await open(`datasets/${config}/`);
  const head = (name: string) => page.getByRole('button', { name, exact: true });
  const panel = page.getByRole('dialog');
  await use(head(column));
  await type(panel.getByLabel('From'), value);
  await type(panel.getByLabel('To'), value);
  await page.keyboard.press('Enter');
  await use(head(by));
  await use(panel.getByRole('button', { name: 'Sort descending' }));
  const all = sourceRows(config);
  const expected = all.filter(({ cells }) => cells[column] === value);
  const size = ({ cells }: SourceRow): number => (cells[by] === '' ? Number.NEGATIVE_INFINITY : Number(cells[by]));
  expected.sort((a, b) => size(b) - size(a) || a.number - b.number);
  const rows = await expectShown(page, expected, all.length);
  expectRows(await save(page.getByRole('button', { name: 'Download these rows as CSV' })), config, expected);
  return { address: page.url(), rows };
}

/** A clerk finds the towns of today that have a name, which is typed without its accents, and saves their rows with all columns. */
export async function clerk({ page, open, use, type, save }: Visit): Promise<void> {
  await open(`datasets/${TOWNS}/`);
  await use(page.getByText('Choose columns'));
  await use(page.getByRole('button', { name: 'All columns' }));
  await use(page.getByRole('button', { name: 'nom', exact: true }));
  await type(page.getByRole('dialog').getByLabel('Contains'), 'SAINT-ETIENNE');
  await page.keyboard.press('Enter');
  await use(page.getByRole('button', { name: 'type', exact: true }));
  await use(page.getByRole('checkbox', { name: 'commune-actuelle' }));
  await page.keyboard.press('Escape');
  const all = sourceRows(TOWNS);
  const named = all.filter(
    ({ cells: { nom = '', type } }) => /saint-étienne/i.test(nom.normalize()) && type === 'commune-actuelle',
  );
  await expectShown(page, named, all.length);
  const saved = await save(page.getByRole('button', { name: 'Download these rows as CSV' }));
  expect(expectRows(saved, TOWNS, named)).toEqual(Object.keys(named[0]?.cells ?? {}));
}

/** A reader on a phone draws a finger across a histogram, and gets the rows whose numbers are in its bins. */
export async function brusher({ page, open, use }: Visit, client: string): Promise<void> {
  const { config } = HIGHEST_INCOMES;
  await open(`datasets/${config}/`);
  await use(page.getByRole('button', { name: 'rgdpe', exact: true }));
  const panel = page.getByRole('dialog');
  const { x, y, width, height } = (await panel.locator('.brush').boundingBox()) as DOMRect;
  const finger = await page.context().newCDPSession(page);
  const draw = async (...to: readonly (readonly [across: number, down: number])[]): Promise<void> => {
    for (const [at, [across, down]] of to.entries()) {
      const touchPoints = [{ x: x + across * width, y: y + down * height }];
      await finger.send('Input.dispatchTouchEvent', { type: at === 0 ? 'touchStart' : 'touchMove', touchPoints });
    }
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  // Up and down, it scrolls.
  await draw([0.1, 0.2], [0.1, 0.5], [0.1, 0.8]);
  expect(await panel.getByLabel('From').inputValue()).toBe('');
  await draw([0.26, 0.5], [0.2, 0.5], [0.11, 0.5]);
  const profile = JSON.parse(
    readFileSync(join(client, `v1/datasets/${config}/profile.json`), 'utf8'),
  ) as ProfileDocument;
  const { edges = [] } = profile.columns.find(({ name }) => name === 'rgdpe')?.histogram ?? {};
  const bins = edges.length - 1;
  const [from = 0, to = 0] = [edges[Math.floor(0.11 * bins)], edges[Math.floor(0.26 * bins) + 1]];
  expect(to - from).toBeLessThan((edges.at(-1) ?? 0) / 2);
  const all = sourceRows(config);
  const within = all.filter(({ cells: { rgdpe = '' } }) => rgdpe !== '' && Number(rgdpe) >= from && Number(rgdpe) < to);
  await expectShown(page, within, all.length);
  expect(await accessibilityFaults(page)).toEqual([]);
}

/** The rows that a table shows, each as one text. Waits until the page of the chosen row is there. */
async function shownRows({ page }: Pick<Visit, 'page'>): Promise<string[]> {
  await page.locator('.records .chosen').waitFor();
  return page.locator('.records tbody tr').allTextContents();
}

/** Tests the paths of all readers. `go` lets one visit the catalogue, and `client` is the folder that its host serves. */
export function testReaders(
  go: <T>(walk: (visit: Visit) => Promise<T>) => Promise<T>,
  client: string,
  ranking: Ranking,
): void {
  test('a journalist finds a chart by a search with a typo, and leaves with PNG, source and citation', () =>
    go(journalist));

  test('an analyst copies one line that reads the whole table', () => go((it) => analyst(it, client)));

  test('a teacher opens the table in a spreadsheet', () => go((it) => teacher(it, client)));

  test('a reporter finds the highest of a year, saves the rows, and shares the address', async () => {
    const { address, rows } = await go((it) => reporter(it, ranking));
    expect(address).toMatch(new RegExp(`[?&]where=${ranking.column}\\..*&sort=-${ranking.by}$`));
    await go(async ({ page }) => {
      await page.goto(address);
      await expect.poll(() => page.locator('.records tbody tr').allTextContents()).toEqual(rows);
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

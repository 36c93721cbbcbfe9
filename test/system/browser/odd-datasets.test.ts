import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../scripts/screenshots/open-browser.ts';
import { CATALOGUE, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { accessibilityFaults } from './accessibility.ts';
import { textOf } from './built-pages.ts';

/** Rows of cells as CSV. */
const csv = (...rows: (string | number)[][]): string => rows.map((cells) => `${cells.join(',')}\n`).join('');
const many = (count: number, row: (at: number) => (string | number)[]): (string | number)[][] =>
  Array.from({ length: count }, (_, at) => row(at));
const across = (cell: (at: number) => string | number): (string | number)[] => many(300, (at) => [cell(at)]).flat();

/** Tables whose shape a page might not expect. */
const TABLES: Readonly<Record<string, string>> = {
  'wide': csv(
    across((at) => `c${at}`),
    ...many(20, (row) => across((at) => (row * 7 + at) / 4)),
  ),
  'one-row': csv(['a', 'b', 'c'], [1, 'two', '3.50']),
  'no-rows': csv(['a', 'b', 'c']),
  'all-null': csv(['a', 'empty', 'c'], ...many(30, (at) => [at, '', `x${at % 3}`])),
  'long': csv(['n'.repeat(300), 'word '.repeat(40).trim()], ...many(30, (at) => ['t'.repeat(at * 20 + 1), at])),
  'texts': csv(['note', 'place'], ...many(40, (at) => [`Note number ${at} about a place`, `P${at % 4}`])),
};

const folder = mkdtempSync(join(tmpdir(), 'almanac-odd-'));
const out = join(folder, 'out');
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  const files = Object.entries(TABLES).flatMap(([config, text]) => [
    [`economy/${config}.csv`, text],
    [`economy/${config}.meta.json`, sidecarWith(config === 'long' ? { name: 'A long title '.repeat(20).trim() } : {})],
  ]);
  writeFiles(join(folder, 'raw-data'), { 'catalogue.json': CATALOGUE, ...Object.fromEntries(files) });
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', join(folder, 'raw-data'), '--out', out]);
  expect(code, stderr).toBe(0);
  server = await serveOutput(out);
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pageOf = (config: string): string => readFileSync(join(out, `client/datasets/${config}/index.html`), 'utf8');

describe.each(Object.keys(TABLES))('the page of the table %s', (config) => {
  test.each([
    [1280, 'light'],
    [320, 'dark'],
  ] as const)(
    'is accessible, and nothing overflows, at %i px, %s',
    async (width, colorScheme) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      try {
        const page = await context.newPage();
        const faults: string[] = [];
        page.on('pageerror', (error) => faults.push(error.message));
        page.on('console', (message) => faults.push(message.text()));
        await page.goto(`${server.url}/datasets/${config}/`);
        if (config !== 'no-rows') await page.locator('.row-tools').first().waitFor({ state: 'attached' });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(faults).toEqual([]);
      } finally {
        await context.close();
      }
    },
    60_000,
  );

  test('is valid HTML', async () => {
    // How long a title is, is the publisher's choice.
    const rules = { 'long-title': 'off' } as const;
    const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'], rules });
    const { results } = await validator.validateString(pageOf(config));
    expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  });
});

describe('a page says', () => {
  test.each([
    ['one-row', 'The only row.'],
    ['no-rows', 'This dataset has no rows.'],
    ['all-null', 'More than half of the values are missing in empty.'],
    ['all-null', 'Ten of 30 rows, spread over the whole file'],
    ['wide', '292 more columns: c8, c9, c10'],
  ])('of the table %s: %s', (config, text) => {
    expect(textOf(pageOf(config))).toContain(text);
  });
});

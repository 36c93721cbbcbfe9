import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { folderForAll, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../../support/builds/serve-output.ts';
import { useBrowser } from '../../../support/http/browser.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { brokenLinks } from '../broken-links.ts';
import { builtPages, textOf } from '../built-pages.ts';
import { inPage } from '../in-page.ts';
import { markupFaults } from '../markup-faults.ts';
import { sidewaysScroll } from '../sideways-scroll.ts';
import { ODD_TABLES, oddRawData } from './odd-tables.ts';

const LOOKS = [
  [1280, 'light'],
  [320, 'dark'],
] as const;
const ODD_PAGES = [
  ...['/', '/datasets/', '/categories/economy/', '/api/', '/no/such/page/'],
  ...ODD_TABLES.map((config) => `/datasets/${config}/`),
  ...['/pages/about/', '/embed/many-rows/'],
];
const REAL_PAGES = ['/', '/datasets/us-budget-authority/', '/embed/exchange-rates-monthly/'];

const folder = folderForAll();
const out = join(folder, 'out');
const client = join(out, 'client');
const servers: Record<'odd' | 'real', RunningServer | null> = { odd: null, real: null };
const browser = useBrowser();
beforeAll(async () => {
  writeFiles(join(folder, 'raw-data'), oddRawData());
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', join(folder, 'raw-data'), '--out', out]);
  expect(code, stderr).toBe(0);
  servers.odd = await serveOutput(out);
  servers.real = await serveOutput(inject('builtSite'));
}, 120_000);
afterAll(async () => {
  for (const server of Object.values(servers)) await server?.stop();
});

/** Opens whatever a reader can open, so that it is inspected too. */
function openDetails(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

const CASES = (['odd', 'real'] as const).flatMap((catalogue) =>
  (catalogue === 'odd' ? ODD_PAGES : REAL_PAGES).map((path) => ({ catalogue, path })),
);

describe.each(CASES)('$path of the catalogue of $catalogue tables', ({ catalogue, path }) => {
  it('is accessible and no wider than the window, wide in the light and narrow in the dark', { timeout: 60_000 }, () =>
    inPage(browser(), `${servers[catalogue]?.url}${path}`, async (page) => {
      await openDetails(page);
      for (const [width, colorScheme] of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityFaults(page), `${width} px, ${colorScheme}`).toEqual([]);
        expect(await sidewaysScroll(page), `${width} px`).toBe(0);
      }
    }),
  );
});

describe('the pages of odd tables', () => {
  it('show the values of the dot that is nearest to the pointer, and say where the arrow keys lead', () =>
    inPage(browser(), `${servers.odd?.url}/datasets/dots/`, async (page) => {
      const panel = page.locator('.chart-panel');
      const [left, top, unit] = await page.locator('.chart-dots:visible').evaluate((dots) => {
        const svg = (dots as SVGPathElement).ownerSVGElement as SVGSVGElement;
        const box = svg.getBoundingClientRect();
        // The eleventh dot from the left is that of town 10.
        const [, x, y] = /M(\S+) (\S+)h0$/.exec((dots.getAttribute('d') ?? '').split(/(?=M)/)[10] ?? '') ?? [];
        const scale = box.width / svg.viewBox.baseVal.width;
        return [box.left + Number(x) * scale, box.top + Number(y) * scale, scale] as const;
      });
      await page.mouse.move(left + 2 * unit, top - 2 * unit);
      await panel.waitFor();
      expect(await panel.locator('strong').textContent()).toBe('Town 10');
      expect((await panel.locator('b').allTextContents()).sort()).toEqual(['30.5', '640']);
      await page.keyboard.press('Escape');
      await page.locator('.chart-plot').focus();
      await page.keyboard.press('Home');
      await expect.poll(() => panel.locator('strong').textContent()).toBe('Town 0');
    }));

  it('are valid HTML', async () => {
    expect(await markupFaults(builtPages(client))).toEqual([]);
  });

  it('link to files and fragments that exist', () => {
    expect(brokenLinks(client, builtPages(client))).toEqual([]);
  });

  it.each([
    ['one-row', 'The only row.'],
    ['no-rows', 'This dataset has no rows.'],
    ['all-null', 'More than half of the values are missing in empty.'],
    ['all-null', 'Ten of 30 rows, spread evenly over the table'],
    ['wide', '292 more columns: c8, c9, c10'],
    ['wide', '270 more columns'],
    ['many-rows', 'No Excel file: the table has more than 100,000 rows.'],
    ['long-names', 'No Excel file: the table, or one of its texts, is too large'],
    ['doubtful', 'The column "rain" is text because of 1 of its 43 values'],
    ['doubtful', 'economy/doubtful.csv, line 42, character 3'],
    ['doubtful', '6.8% missing'],
    ['doubtful', 'Missing values are written as“NA” (2 times), empty (1 time)'],
  ])('say of the table %s: %s', (config, text) => {
    expect(textOf(readFileSync(join(client, `datasets/${config}/index.html`), 'utf8'))).toContain(text);
  });
});

it('a page with all facts shows its chart on the first screen of a laptop', () =>
  inPage(browser(), `${servers.odd?.url}/datasets/many-rows/`, async (page) => {
    const { y = 800, height = 0 } = (await page.locator('.chart-plot').boundingBox()) ?? {};
    expect(800 - y).toBeGreaterThan(height / 3);
  }));

describe('a wide table', () => {
  it('of hundreds of columns has a page of some screens', () =>
    inPage(browser(), `${servers.odd?.url}/datasets/wide/`, async (page) => {
      expect(await page.evaluate(() => document.body.scrollHeight)).toBeLessThan(8_000);
    }));

  it('scrolls with keys inside its region, and the page does not scroll', () =>
    inPage(browser(), `${servers.real?.url}/datasets/us-budget-authority/`, async (page) => {
      await page.setViewportSize({ width: 375, height: 800 });
      const region = page.getByRole('region', { name: 'Rows' });
      await region.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      expect(await page.evaluate(() => window.scrollX)).toBe(0);
    }));
});

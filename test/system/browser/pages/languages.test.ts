import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderForAll, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { serveFolder } from '../../../support/client/static-server.ts';
import { useBrowser } from '../../../support/http/browser.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { brokenLinks } from '../broken-links.ts';
import { builtPages } from '../built-pages.ts';
import { inPage } from '../in-page.ts';
import { markupFaults } from '../markup-faults.ts';
import { sidewaysScroll } from '../sideways-scroll.ts';

const ROWS = Array.from({ length: 2_400 }, (_, at) => `${1900 + Math.floor(at / 20)},P${at % 20},${at}.5`).join('\n');

interface Expected {
  catalogue: Record<string, unknown>;
  dataset: Record<string, unknown>;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** What the home page and the page of the dataset say. */
  home: readonly string[];
  page: readonly string[];
  /** What the page says of the second hundred of rows, after the button that leads there. */
  browse: { first: RegExp; next: string; range: string };
}

const CATALOGUES: Readonly<Record<string, Expected>> = {
  German: {
    catalogue: { title: 'Landesstatistik', description: 'Daten des Landes.', language: 'de' },
    dataset: { name: 'Niederschlag', description: 'Jede Zeile ist ein Ort in einem Jahr.', source: 'Wetterdienst' },
    lang: 'de',
    dir: 'ltr',
    home: ['2.400 Zeilen', '3 Spalten', 'Alle Datensätze von A bis Z', 'Datensätze durchsuchen'],
    page: ['Lizenz', 'Quelle', 'Zeilen', '2.400', 'Spalten', 'Zitieren', 'Dezimalzahl', '2.399,5', 'Herunterladen'],
    browse: { first: /2\.400/, next: 'Weiter', range: 'Zeilen 101–200 von 2.400' },
  },
  Arabic: {
    catalogue: { title: 'إحصاءات البلاد', description: 'بيانات البلاد.', language: 'ar', direction: 'rtl' },
    dataset: { name: 'هطول الأمطار', description: 'كل صف مكان في سنة.', source: 'خدمة الأرصاد' },
    lang: 'ar',
    dir: 'rtl',
    home: ['هطول الأمطار', 'خدمة الأرصاد'],
    page: ['هطول الأمطار', 'كل صف مكان في سنة.', 'خدمة الأرصاد'],
    browse: { first: /^Browse all/, next: 'Next', range: 'Rows 101–200 of 2,400' },
  },
};

const browser = useBrowser();

describe.each(Object.entries(CATALOGUES))('the pages of a catalogue in %s', (_, expected) => {
  const { catalogue, dataset, lang, dir, home, page: said, browse } = expected;
  const folder = folderForAll();
  const client = join(folder, 'out/client');
  let url: string;
  let close: () => void;
  beforeAll(async () => {
    writeFiles(join(folder, 'raw-data'), {
      'catalogue.json': JSON.stringify({ ...catalogue, categories: { c: { title: 'C', description: 'C.' } } }),
      ...withSidecar('c/rain', `year,place,rain\n${ROWS}\n`, {
        ...dataset,
        columns: { rain: { description: 'R.', unit: 'mm' } },
      }),
    });
    const args = ['--quiet', '--raw-data', join(folder, 'raw-data'), '--out', join(folder, 'out')];
    const { code, stderr } = await runBuild(args);
    expect(code, stderr).toBe(0);
    const started = await serveFolder(client);
    url = started.url;
    close = () => void started.server.close();
  }, 120_000);
  afterAll(() => close?.());

  const look = (path: string, check: (page: Page) => Promise<void>): Promise<void> =>
    inPage(
      browser(),
      url + path,
      async (page) => {
        await check(page);
        expect(await sidewaysScroll(page)).toBe(0);
        expect(await accessibilityFaults(page)).toEqual([]);
      },
      { viewport: { width: 320, height: 800 } },
    );
  const rootOf = (page: Page): Promise<string[]> =>
    page.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).direction]);

  test('the home page', () =>
    look('/', async (page) => {
      expect(await rootOf(page)).toEqual([lang, dir]);
      const text = await page.locator('body').innerText();
      for (const part of home) expect(text).toContain(part);
    }));

  test('the page of a dataset, and its rows', () =>
    look('/datasets/rain/', async (page) => {
      expect(await rootOf(page)).toEqual([lang, dir]);
      const text = await page.locator('body').innerText();
      for (const part of said) expect(text).toContain(part);
      await page.getByRole('button', { name: browse.first }).click();
      await page.getByRole('button', { name: browse.next, exact: true }).first().click();
      await expect.poll(() => page.locator('[data-rows] [role=status]').textContent()).toBe(browse.range);
    }));

  test('numbers of a column end at one line, and no button covers code', () =>
    look('/datasets/rain/', async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const ends = await page.locator('.records tbody .number:last-child').evaluateAll((cells) =>
        cells.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return Math.round(range.getBoundingClientRect().right);
        }),
      );
      expect(ends).toHaveLength(10);
      expect(new Set(ends).size).toBe(1);
      const covered = await page.locator('.copied:has(> button):visible').evaluateAll((blocks) =>
        blocks.flatMap((block) => {
          const text = block.querySelector('code, blockquote') as Element;
          const range = document.createRange();
          range.selectNodeContents(text);
          const button = block.querySelector('button')?.getBoundingClientRect() as DOMRect;
          const isCovered = [...range.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left < button.right && right > button.left && top < button.bottom && bottom > button.top,
          );
          return isCovered ? [text.textContent] : [];
        }),
      );
      expect(covered).toEqual([]);
    }));

  test('the chart reads in the direction of the page', () => {
    const svg = readFileSync(join(client, 'datasets/rain/chart.svg'), 'utf8');
    expect(/^<svg[^>]* direction="rtl"/.test(svg)).toBe(dir === 'rtl');
  });

  test('are valid, and no link of them is broken', async () => {
    expect(await markupFaults(builtPages(client))).toEqual([]);
    expect(brokenLinks(client, builtPages(client))).toEqual([]);
  });
});

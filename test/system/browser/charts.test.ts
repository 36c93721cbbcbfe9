import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import type { ChartDocument } from '../../../src/contract/chart-document.ts';
import { useBrowser } from '../../support/http/browser.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';
import { readCsv } from '../../support/http/csv-records.ts';
import { accessibilityFaults } from './accessibility.ts';
import { inPage } from './in-page.ts';

const CONFIG = 'exchange-rates-monthly';
const client = join(inject('builtSite'), 'client');
const document = JSON.parse(readFileSync(join(client, `datasets/${CONFIG}/chart.json`), 'utf8')) as ChartDocument;
const { labels } = document.x;
const shown = document.series.filter((it) => it.shown).map(({ name }) => name);

const server = useBuiltServer();
const browser = useBrowser();

/** Shows the page of the chart once its script has begun. */
const look = (check: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> =>
  inPage(
    browser(),
    `${server.url()}/datasets/${CONFIG}/`,
    async (page) => {
      if (options.javaScriptEnabled !== false) await plotOf(page).and(page.locator('[tabindex]')).waitFor();
      await check(page);
    },
    options,
  );

const plotOf = (page: Page) => page.locator('.chart-plot');
const panelOf = (page: Page) => page.locator('.chart-panel');
/** The time and the number of values that the panel shows. */
const readPanel = async (page: Page): Promise<{ time: string | null; names: string[] }> => ({
  time: await panelOf(page).locator('strong').textContent(),
  names: (await panelOf(page).locator('.chart-value bdi').allTextContents()).sort(),
});

describe('a chart', () => {
  test('shows the values under the pointer, and hides them when it leaves', () =>
    look(async (page) => {
      const box = await plotOf(page).boundingBox();
      if (!box) throw new Error('the chart has no place');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await panelOf(page).waitFor();
      const { time, names } = await readPanel(page);
      const at = labels.indexOf(time ?? '') / labels.length;
      expect(at).toBeGreaterThan(0.3);
      expect(at).toBeLessThan(0.9);
      expect(names).toEqual([...shown].sort());
      await page.mouse.move(1, 1);
      await panelOf(page).waitFor({ state: 'hidden' });
    }));

  test('shows the values at a finger that has touched it, until another place is touched', () =>
    look(
      async (page) => {
        const { x = 0, y = 0, width = 0 } = (await plotOf(page).boundingBox()) ?? {};
        const times: (string | null)[] = [];
        for (const share of [0.3, 0.7]) {
          await page.touchscreen.tap(x + width * share, y + 100);
          await expect.poll(async () => times.includes((await readPanel(page)).time)).toBe(false);
          times.push((await readPanel(page)).time);
          // The browser says within this time that the finger was lifted.
          await page.waitForTimeout(300);
          expect(await panelOf(page).isVisible()).toBe(true);
        }
        await page.locator('h1').tap();
        await panelOf(page).waitFor({ state: 'hidden' });
      },
      { hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } },
    ));

  test('is read with keys, which screen readers hear', () =>
    look(async (page) => {
      await plotOf(page).focus();
      const spoken = page.locator('.chart-figure [aria-live]');
      for (const [key, label] of [
        ['ArrowRight', labels[0]],
        ['ArrowRight', labels[1]],
        ['PageDown', labels[11]],
        ['End', labels.at(-1)],
        ['ArrowLeft', labels.at(-2)],
        ['Home', labels[0]],
      ] as const) {
        await page.keyboard.press(key);
        await expect.poll(async () => (await readPanel(page)).time, { message: key }).toBe(label);
        for (const name of shown) expect(await spoken.textContent()).toContain(name);
      }
      expect(await spoken.textContent()).toMatch(new RegExp(`^${labels[0]}: `));
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await panelOf(page).waitFor({ state: 'hidden' });
    }));

  test('shows the series that a reader chooses, also in its table and in dark', () =>
    look(
      async (page) => {
        const choice = page.locator('.chart-choice');
        await choice.locator('summary').click();
        const other = document.series.find((it) => !it.shown)?.name ?? '';
        const box = (name: string) => choice.getByRole('checkbox', { name, exact: true });
        await box(shown[0] ?? '').uncheck();
        // Those that stay keep their colours, also for whoever opens the address, and in a frame.
        const colours = () =>
          plotOf(page)
            .locator('svg.chart:visible path.chart-line')
            .evaluateAll((all) => all.map((it) => it.classList.value));
        const expectedColours = shown.slice(1).map((_, at) => `chart-line s${at + 2}`);
        await expect.poll(colours).toEqual(expectedColours);
        const { pathname, search } = new URL(page.url());
        await page.goto(server.url() + pathname.replace('datasets', 'embed') + search);
        await expect.poll(colours).toEqual(expectedColours);
        await page.goBack();
        await expect.poll(colours).toEqual(expectedColours);
        await choice.locator('summary').click();
        await box(other).check();
        // The new series has the place and the colour of the one that is gone.
        const expected = [other, ...shown.slice(1)];
        const head = page.locator('.chart-data thead th');
        await expect.poll(async () => (await head.allTextContents()).slice(1)).toEqual(expected);
        const drawn = await plotOf(page).locator('svg.chart').first().locator('path.chart-line').count();
        expect(drawn).toBe(expected.length);
        expect(await box(shown[0] ?? '').isDisabled()).toBe(false);
        await plotOf(page).focus();
        await page.keyboard.press('End');
        await expect.poll(async () => (await readPanel(page)).names).toEqual([...expected].sort());
        expect(await accessibilityFaults(page)).toEqual([]);
      },
      { colorScheme: 'dark' },
    ));

  test('is saved as a PNG of twice its size, with the series that a reader chose, and light on a dark page', () =>
    look(
      async (page) => {
        const save = async (): Promise<Buffer> => {
          const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Chart as PNG' }).click(),
          ]);
          expect(download.suggestedFilename()).toBe(`${CONFIG}.png`);
          return readFileSync(await download.path());
        };
        const first = await save();
        expect(first.subarray(1, 4).toString()).toBe('PNG');
        expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1440, 810]);
        const corner = await page.evaluate(async (png) => {
          const image = new Image();
          image.src = `data:image/png;base64,${png}`;
          await image.decode();
          const context = window.document.createElement('canvas').getContext('2d');
          context?.drawImage(image, 0, 0);
          return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
        }, first.toString('base64'));
        expect(corner).toEqual([255, 255, 255, 255]);
        await page.locator('.chart-choice summary').click();
        await page.getByRole('checkbox', { name: shown[0] ?? '', exact: true }).uncheck();
        expect((await save()).equals(first)).toBe(false);
      },
      { colorScheme: 'dark' },
    ));

  test('ranks all series of another measure at one time, and shows any series, in its address, its code, its SVG and in a frame', () =>
    inPage(browser(), `${server.url()}/datasets/penn-world-table/`, async (page) => {
      const [header = [], ...lines] = readCsv('raw-data/economy/penn-world-table.csv');
      const cell = (line: readonly string[], name: string): string => line[header.indexOf(name)] ?? '';
      const ofYear = lines.filter((line) => cell(line, 'year') === '2016');
      const largest = ofYear
        .sort((a, b) => Number(cell(b, 'pop')) - Number(cell(a, 'pop')))
        .map((line) => cell(line, 'country').split(' ')[0]);
      const drawing = page.locator('.chart-plot svg.chart').first();
      const texts = (): Promise<string[]> => drawing.locator('text').allTextContents();
      await page.locator('.chart-choice summary').click();
      await page.getByRole('button', { name: 'Other measures and rankings' }).dblclick();
      await page.getByLabel('Measure').selectOption('Population');
      await page.getByLabel('Ranking in').selectOption('2016');
      const heading = (): Promise<string[]> => page.locator('.chart-figure :is(h2, .chart-unit)').allTextContents();
      await expect.poll(heading).toEqual(['Population, 2016', 'Persons']);
      const named = async () =>
        (await texts()).map((text) => text.split(' ')[0]).filter((text) => largest.includes(text));
      expect(await named()).toEqual(largest.slice(0, 15));
      expect(await page.locator('.chart-rule').textContent()).toContain('The 15 largest values of 182');
      expect(new URL(page.url()).search).toBe('?y=pop&at=2016');
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Chart as SVG').click()]);
      const saved = readFileSync(await download.path(), 'utf8');
      expect(saved).toContain('Population, 2016, persons');
      await page.getByText('Embed the chart').click();
      const code = (await page.locator('#embed-code').textContent()) ?? '';
      expect(code).toContain('/embed/penn-world-table/?y=pop&amp;at=2016"');
      expect(await accessibilityFaults(page)).toEqual([]);
      await plotOf(page).focus();
      for (const name of largest.slice(0, 3)) {
        await page.keyboard.press('ArrowRight');
        await expect.poll(() => page.locator('.chart-figure > [aria-live]').textContent()).toContain(name);
      }

      await page.getByLabel('Ranking in').selectOption('–');
      await page.getByPlaceholder('Filter').and(page.locator('.chart-choice input')).fill('luxem');
      await page.getByRole('checkbox', { name: 'Luxembourg' }).check();
      await expect.poll(() => page.locator('.chart-data thead th').allTextContents()).toContain('Luxembourg');
      await page.reload();
      await expect.poll(texts).toContain('Luxembourg');

      await page.goto(/src="([^"]*)"/.exec(code)?.[1]?.replace('&amp;', '&') ?? '');
      await expect.poll(heading).toEqual(['Population, 2016', 'Persons']);
      expect(await named()).toEqual(largest.slice(0, 15));

      // A chart of another measure would be a wrong answer.
      await page.goto(`${server.url()}/datasets/penn-world-table/?y=country`);
      await expect
        .poll(() => page.locator('.chart-choice .note').textContent())
        .toContain('cannot be drawn as a chart');
    }));

  test('of values that could not be loaded is drawn when it is chosen again', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(`${server.url()}/datasets/penn-world-table/`);
    await page.locator('.chart-choice summary').click();
    await page.getByRole('button', { name: 'Other measures and rankings' }).click();
    const measure = page.getByLabel('Measure');
    await measure.waitFor();
    await context.setOffline(true);
    await measure.selectOption('Population');
    await page.getByText('The values could not be loaded.').waitFor();
    await context.setOffline(false);
    await measure.selectOption({ index: 0 });
    await measure.selectOption('Population');
    await page.locator('.chart-figure h2').getByText('Population').waitFor();
    await context.close();
  });

  test('of too many rows begins as a histogram, shows series that a reader ticks, and is a histogram again without them', () =>
    inPage(browser(), `${server.url()}/datasets/${CONFIG}/`, async (page) => {
      const series = [{ name: 'Rows', values: [1, 2], shown: true, reach: null }];
      const x = { title: 'rate', kind: 'number', labels: ['0–1', '1–2'], positions: [0, 1, 2] };
      const histogram = { ...document, kind: 'histogram', choice: null, x, series };
      await page.route('**/chart.json', (route) => route.fulfill({ json: histogram }));
      const marks = (name: string) => plotOf(page).locator('svg.chart').first().locator(`.chart-${name}`);
      await page.locator('.chart-choice summary').click();
      await page.getByRole('button', { name: 'Other measures and rankings' }).click();
      const box = page.locator('.chart-choice').getByRole('checkbox', { name: 'euro', exact: true });
      await box.check();
      await expect.poll(() => marks('line').count()).toBe(1);
      expect(new URL(page.url()).search).toBe('?show=euro');
      await box.uncheck();
      await expect.poll(() => marks('bar').count()).toBe(1);
      expect(await marks('line').count()).toBe(0);
      expect(new URL(page.url()).search).toBe('');
    }));

  test('has its summary and its table without scripts, and offers nothing else', () =>
    look(
      async (page) => {
        expect(await page.locator('.chart-choice').isVisible()).toBe(false);
        expect(await page.locator('.chart-summary').textContent()).toContain(shown[0]);
        await page.getByText('Data of this chart').click();
        expect(await page.locator('.chart-data thead th').last().isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    ));

  test('is shown in a frame of another site by the code that its page offers', async () => {
    const html = readFileSync(join(client, `datasets/${CONFIG}/index.html`), 'utf8');
    const [code = ''] = /&lt;iframe src=.*?&lt;\/iframe&gt;/s.exec(html) ?? [];
    const frame = code
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replace(/http:\/\/localhost:\d+/, server.url());
    const blog = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>A blog</title>${frame}`);
    });
    await once(blog.listen(0, '127.0.0.1'), 'listening');
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}/`);
      const inside = page.frameLocator('iframe');
      // The script draws the chart anew, once, at the size of the frame, which ends a readout that had begun.
      await expect.poll(() => inside.locator('svg.chart').count()).toBe(1);
      await inside.locator('.chart-plot[tabindex]').hover();
      await inside.locator('.chart-panel').waitFor();
      expect(await inside.getByRole('link').first().getAttribute('target')).toBe('_top');
    } finally {
      await context.close();
      blog.close();
    }
  });
});

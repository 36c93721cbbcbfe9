import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { inPage } from '../in-page.ts';

const ASSUMED = 'http://localhost:4321';

const server = useBuiltServer();
const browser = useBrowser();

/** Opens a page in a window of a width, in CSS pixels. */
const look = <T>(path: string, width: number, use: (page: Page) => Promise<T>, options = {}): Promise<T> =>
  inPage(browser(), server.url() + path, use, { viewport: { width, height: 800 }, ...options });

describe('the page of a dataset', () => {
  test.each([375, 320])('shows its chart within the first screen of a phone of %i pixels', async (width) => {
    for (const config of ['wheat-prices-and-wages', 'penn-world-table', 'french-communes']) {
      await look(`/datasets/${config}/`, width, async (page) => {
        const box = await page.locator('.chart-figure').boundingBox();
        expect(box?.y, config).toBeLessThan(640);
        const tops = await page
          .locator('.downloads li')
          .evaluateAll((all) => new Set(all.map((it) => it.getBoundingClientRect().top)).size);
        expect(tops, config).toBe(1);
        const plot = await page.locator('svg.chart:visible').evaluate((svg: SVGSVGElement) => {
          const [, top, , bottom] = (svg.dataset.plot ?? '').split(' ').map(Number);
          return { top, bottom, scale: svg.getBoundingClientRect().height / svg.viewBox.baseVal.height };
        });
        if (plot.bottom) expect((plot.bottom - (plot.top ?? 0)) * plot.scale, config).toBeGreaterThanOrEqual(180);
      });
    }
  });

  test('is headed by its title, and its chart by the measure', () =>
    look('/datasets/penn-world-table/', 1280, async (page) => {
      const text = (selector: string) => page.locator(selector).allTextContents();
      expect(await text('.chart-figure :is(h2, .chart-unit)')).toEqual([
        'Real GDP on the expenditure side at chained PPPs',
        '2011 US dollars at PPP',
      ]);
      expect(await text('svg.chart text.title')).toEqual([]);
    }));

  test.each(['rows', 'columns'])('has a link for keyboards that skips to its %s', (id) =>
    look('/datasets/wheat-prices-and-wages/', 1280, async (page) => {
      const link = page.getByRole('link', { name: `Skip to ${id}` });
      for (let presses = 0; presses < 3; presses++) {
        await page.keyboard.press('Tab');
        if (await link.evaluate((it) => it === document.activeElement)) break;
      }
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe(`#${id}`);
      expect((await page.locator(`#${id}`).boundingBox())?.y).toBeLessThan(800);
    }),
  );

  test.each([true, false])(
    'opens the folded columns for a link to one of them, with scripts: %s',
    (javaScriptEnabled) =>
      look(
        '/datasets/penn-world-table/',
        1280,
        async (page) => {
          const last = page.locator('.columns > li').last();
          expect(await last.isVisible()).toBe(false);
          await page.evaluate((id) => location.assign(`#${id}`), await last.getAttribute('id'));
          await expect.poll(() => last.isVisible()).toBe(true);
        },
        { javaScriptEnabled },
      ),
  );

  test('hides nothing at its side that there is space for', () =>
    look('/datasets/wheat-prices-and-wages/', 1280, async (page) => {
      expect(await page.getByText('More ways to use it').isVisible()).toBe(false);
      expect(await page.getByRole('link', { name: 'Use it in code' }).isVisible()).toBe(true);
      await page.getByText('Embed the chart').click();
      expect(await page.locator('#embed-code').isVisible()).toBe(true);
    }));
});

test.each(['penn-world-table', 'us-budget-authority', 'us-campaign-finance', 'us-employment', 'us-wage-rigidity'])(
  'no column of the rows of %s is cut on a laptop',
  (config) =>
    look(`/datasets/${config}/`, 1280, async (page) => {
      const beyond = await page.locator('.record-rows .scroll').evaluate((it) => it.scrollWidth - it.clientWidth);
      expect(beyond).toBe(0);
    }),
);

test('the header is at one place on every page of a wide screen', async () => {
  const places = ['/', '/datasets/', '/api/', '/datasets/wheat-prices-and-wages/'].map((path) =>
    look(path, 1920, (page) => page.locator('.menu').evaluate((it) => it.getBoundingClientRect().right)),
  );
  expect(new Set(await Promise.all(places)).size).toBe(1);
});

describe.each(['/datasets/wheat-prices-and-wages/', '/api/'])('addresses in the code of %s', (path) => {
  const codeOf = (page: Page): Promise<string> =>
    page.locator('pre code').evaluateAll((all) => all.map((it) => it.textContent).join('\n'));
  const note = (page: Page) => page.getByText('Replace http').first();

  test('are those of the host, though it was not known', () =>
    look(path, 1280, async (page) => {
      await expect.poll(() => codeOf(page)).toContain(`${server.url()}/v1/`);
      expect(await codeOf(page)).not.toContain(ASSUMED);
      expect(await note(page).isVisible()).toBe(false);
    }));

  test('are assumed without scripts, and a note says so', () =>
    look(
      path,
      1280,
      async (page) => {
        expect(await codeOf(page)).toContain(`${ASSUMED}/v1/`);
        expect(await note(page).isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    ));
});

test.each([
  [280, 200],
  [320, 480],
  [560, 300],
  [1280, 720],
])('a frame of %i × %i pixels holds the chart of each dataset, and is not scrolled', async (width, height) => {
  for (const config of ['wheat-prices-and-wages', 'exchange-rates-monthly', 'penn-world-table', 'us-rent-and-income']) {
    await look(
      `/embed/${config}/`,
      width,
      async (page) => {
        // A script has drawn the chart at the size of the frame.
        await expect.poll(() => page.locator('svg.chart').count()).toBe(1);
        const { scrolled, beyond } = await page.evaluate(() => ({
          scrolled: Math.max(...[document.documentElement, document.body].map((it) => it.scrollHeight)) - innerHeight,
          beyond: [...document.querySelectorAll('h1, h2, svg.chart, footer a')].filter((it) => {
            const { left, right, top, bottom } = it.getBoundingClientRect();
            const isHidden = it.localName !== 'a' && (left < 0 || right > innerWidth || right - left < 40);
            return isHidden || top < 0 || bottom > innerHeight || bottom - top < 10;
          }).length,
        }));
        expect([scrolled, beyond], config).toEqual([0, 0]);
        expect((await page.locator('svg.chart').boundingBox())?.height).toBeGreaterThan(height / 2);
        expect((await page.locator('body').innerText()).split('Source: ')).toHaveLength(2);
      },
      { viewport: { width, height } },
    );
  }
});

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
      });
    }
  });

  test('hides nothing at its side that there is space for', () =>
    look('/datasets/wheat-prices-and-wages/', 1280, async (page) => {
      expect(await page.getByText('More ways to use it').isVisible()).toBe(false);
      expect(await page.getByRole('link', { name: 'Use it in code' }).isVisible()).toBe(true);
      await page.getByText('Embed the chart').click();
      expect(await page.locator('#embed-code').isVisible()).toBe(true);
    }));
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

test.each([320, 480, 560, 800])('a frame of %i pixels is high enough for the chart of each dataset', async (width) => {
  const height = await look('/datasets/penn-world-table/', 1280, async (page) =>
    Number(/height="(\d+)"/.exec((await page.locator('#embed-code').textContent()) ?? '')?.[1]),
  );
  for (const config of ['wheat-prices-and-wages', 'exchange-rates-monthly', 'penn-world-table', 'us-rent-and-income']) {
    await look(`/embed/${config}/`, width, async (page) => {
      const content = await page.evaluate(() => document.body.getBoundingClientRect().height);
      expect(content, config).toBeGreaterThan(200);
      expect(content, config).toBeLessThanOrEqual(height);
    });
  }
});

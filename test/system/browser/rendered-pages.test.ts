import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../../../scripts/screenshots/open-browser.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { accessibilityFaults } from './accessibility.ts';

const PAGES = [
  { name: 'home', path: '/', status: 200 },
  { name: 'a wide dataset', path: '/datasets/us-budget-authority/', status: 200 },
  { name: 'a category', path: '/categories/agriculture/', status: 200 },
  { name: 'the list from A to Z', path: '/datasets/', status: 200 },
  { name: 'the API reference', path: '/api/', status: 200 },
  { name: 'a missing page', path: '/no/such/page/', status: 404 },
];
const WIDTHS = [1280, 320];
const SCHEMES = ['light', 'dark'] as const;
const CASES = PAGES.flatMap((page) => WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ ...page, width, scheme }))));

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await serveOutput(inject('builtSite'));
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Collects what a browser complains about while it shows a page, except the page's own 404. */
function complaints(page: Page, path: string): string[] {
  const reported: string[] = [];
  page.on('console', (message) => {
    if (new URL(message.location().url || server.url).pathname !== path || !message.text().includes('404')) {
      reported.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => reported.push(error.message));
  page.on('requestfailed', (request) => reported.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) reported.push(`leaves the host: ${request.url()}`);
  });
  return reported;
}

describe.each(CASES)('$name at $width px, $scheme', ({ path, status, width, scheme }) => {
  it('is sound', async () => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
    try {
      const page = await context.newPage();
      const reported = complaints(page, path);
      const response = await page.goto(server.url + path);
      expect(response?.status()).toBe(status);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow).toBe(0);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(reported).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

describe('a wide table', () => {
  it('scrolls with keys inside its region, and the page does not scroll', async () => {
    const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
    try {
      await page.goto(`${server.url}/datasets/us-budget-authority/`);
      const region = page.getByRole('region', { name: 'Rows' });
      await region.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      expect(await page.evaluate(() => window.scrollX)).toBe(0);
    } finally {
      await page.close();
    }
  });
});

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { complaintsOf } from './complaints.ts';

/** Shows a page in a window of its own, and lets a test use it. Afterwards, the browser may have reported nothing. */
export async function inPage<T>(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  try {
    const page = await context.newPage();
    const reported = complaintsOf(page, new URL(url).origin);
    await page.goto(url);
    const result = await use(page);
    expect(reported).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from '../../../scripts/screenshots/open-browser.ts';
import { onDisk } from '../builds/folders-in-memory.ts';

/** Longest that a browser may take to start while other tests run, in milliseconds. */
const LIMIT_MS = 120_000;

/** Runs a browser while the tests of a file run. The function gives it to tests, which open contexts of their own in it. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    // What Chromium is unpacked to is used by later runs too.
    browser = await onDisk(openBrowser);
  }, LIMIT_MS);
  afterAll(() => browser?.close());
  return () => {
    if (!browser) throw new Error('the browser runs only while tests do');
    return browser;
  };
}

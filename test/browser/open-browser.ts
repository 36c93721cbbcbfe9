import bundled from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Starts the Chromium that comes as a package, so that no machine needs one of its own. It asks nothing of the network. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-pings'],
  });
}

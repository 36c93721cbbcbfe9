import { type Browser, chromium } from 'playwright-core';

/** Starts the Chromium of a package, so that the machine needs no browser. It makes no network requests of its own. */
export async function openBrowser(): Promise<Browser> {
  // The package has the libraries and fonts that Chromium needs, but unpacks them only if it detects this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-pings'],
  });
}

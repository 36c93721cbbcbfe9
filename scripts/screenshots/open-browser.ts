import { type Browser, chromium } from 'playwright-core';

/** Starts Chromium without background requests. It comes from an npm package, so that no browser needs to be installed. */
export async function openBrowser(): Promise<Browser> {
  // The package has libraries and fonts that Chromium needs, but makes it use them only if it detects AWS Lambda.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-pings'],
  });
}

import { type Browser, chromium } from 'playwright-core';

/** Starts Chromium from an npm package, so that no browser needs to be installed. Its background requests are turned off. */
export async function openBrowser(): Promise<Browser> {
  // The package has the libraries and fonts that Chromium needs, but unpacks them only if it detects this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-pings'],
  });
}

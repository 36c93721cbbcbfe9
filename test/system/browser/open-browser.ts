import { type Browser, chromium } from 'playwright-core';

/** Starts the Chromium that comes as a package, so that no machine needs one of its own. It asks nothing of the network. */
export async function openBrowser(): Promise<Browser> {
  // The package brings the libraries and fonts that Chromium needs, but lays them out only where it sees this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: bundled } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await bundled.executablePath(),
    args: ['--no-sandbox', '--headless=shell', '--disable-gpu', '--disable-background-networking', '--no-pings'],
  });
}

import type { Page } from 'playwright-core';

/**
 * Collects what a browser complains about while it shows the pages of a host: messages in the console, among them what the content policy
 * forbids, errors of scripts, requests that fail or leave the host. A missing page is not reported; a missing file of a page is.
 */
export function complaintsOf(page: Page, host: string): string[] {
  const reported: string[] = [];
  page.on('console', (message) => {
    const isOwn404 = message.location().url === page.url() && message.text().includes('404');
    if (!isOwn404) reported.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => reported.push(error.message));
  page.on('requestfailed', (request) => {
    // A page that is left cancels its requests, and a download ends a navigation.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') reported.push(`failed: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(host)) reported.push(`leaves the host: ${request.url()}`);
  });
  return reported;
}

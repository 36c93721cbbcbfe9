import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bundled from '@sparticuz/chromium';
import lighthouse from 'lighthouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();
const profile = mkdtempSync(join(tmpdir(), 'almanac-lighthouse-'));
let browser: ChildProcess;
let port: number;

beforeAll(async () => {
  // The package unpacks the libraries that Chromium needs only if it detects this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const args = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--no-pings', `--user-data-dir=${profile}`];
  browser = spawn(await bundled.executablePath(), [...args, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  port = await debuggingPort(browser);
});

afterAll(async () => {
  const ended = once(browser, 'exit');
  browser.kill();
  await ended;
  rmSync(profile, { recursive: true, force: true });
});

/** The port on which a browser can be inspected, which it prints when it has started. */
async function debuggingPort({ stderr }: ChildProcess): Promise<number> {
  if (!stderr) throw new Error('the browser has no output');
  let printed = '';
  for await (const text of stderr.setEncoding('utf8')) {
    printed += text;
    const [, found] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(printed) ?? [];
    if (found) return Number(found);
  }
  throw new Error(`the browser ended: ${printed}`);
}

/** The scores, from 0 to 100, and the audits that did not pass. */
async function audit(path: string): Promise<{ scores: Record<string, number>; failed: string[] }> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
  const result = await lighthouse(server.url() + path, { port, logLevel: 'error', onlyCategories });
  if (!result) throw new Error('Lighthouse has no result');
  const { categories, audits } = result.lhr;
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]);
  const failed = Object.values(audits).filter(({ score }) => score !== null && score < 1);
  return {
    scores: Object.fromEntries(scores) as Record<string, number>,
    failed: failed.map(({ id, displayValue = '' }) => `${id} ${displayValue}`),
  };
}

// How fast the pages are is measured on a machine that does other work too, so a slow run is tried again.
test.each([['/'], ['/datasets/penn-world-table/']])(
  'Lighthouse finds no fault with %s',
  { timeout: 120_000, retry: 2 },
  async (path) => {
    const { scores, failed } = await audit(path);
    const { performance, ...others } = scores;
    expect(others, failed.join('\n')).toEqual({ 'accessibility': 100, 'best-practices': 100, 'seo': 100 });
    expect(performance, failed.join('\n')).toBeGreaterThanOrEqual(98);
  },
);

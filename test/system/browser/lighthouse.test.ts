import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import bundled from '@sparticuz/chromium';
import lighthouse from 'lighthouse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDisk } from '../../support/builds/folders-in-memory.ts';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();
const profile = folderForAll();
let browser: ChildProcess;
let port: number;

beforeAll(async () => {
  // The package unpacks the libraries that Chromium needs only if it detects this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const args = ['--no-sandbox', '--headless=shell', '--disable-gpu', '--no-pings', `--user-data-dir=${profile}`];
  browser = spawn(await onDisk(() => bundled.executablePath()), [...args, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  port = await debuggingPort(browser);
});

afterAll(async () => {
  const ended = once(browser, 'exit');
  browser.kill();
  await ended;
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

/** The scores, from 0 to 100, and what did not pass. */
interface Audit {
  scores: Record<string, number>;
  failed: string[];
}

async function audit(path: string): Promise<Audit> {
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

/** Lowest score for speed. */
const FAST = 98;

/** Audits of a page until one finds it fast, at most three. */
async function auditUntilFast(path: string): Promise<Audit[]> {
  const audits = [await audit(path)];
  // How fast the pages are is measured on a machine that does other work too, so only a slow run is tried again.
  while (audits.length < 3 && audits.every(({ scores }) => (scores.performance ?? 0) < FAST))
    audits.push(await audit(path));
  return audits;
}

test.each([['/'], ['/datasets/penn-world-table/']])(
  'Lighthouse finds no fault with %s in any run, and calls it fast in one of three',
  { timeout: 300_000 },
  async (path) => {
    const audits = await auditUntilFast(path);
    for (const { scores, failed } of audits) {
      const { performance, ...others } = scores;
      expect(others, failed.join('\n')).toEqual({ 'accessibility': 100, 'best-practices': 100, 'seo': 100 });
    }
    const fastest = Math.max(...audits.map(({ scores }) => scores.performance ?? 0));
    expect(fastest, audits.at(-1)?.failed.join('\n')).toBeGreaterThanOrEqual(FAST);
  },
);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES } from '../../../src/contract/problem-types.ts';
import { useBrowser } from '../../support/http/browser.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';
import { textOf } from './built-pages.ts';
import { inPage } from './in-page.ts';

const html = readFileSync(join(inject('builtSite'), 'client/api/index.html'), 'utf8');

const server = useBuiltServer();
const browser = useBrowser();

describe('the API reference', () => {
  it.each(Object.entries(PROBLEM_TYPES))('explains %s, with its title and status', (id, { title, status, when }) => {
    const start = html.indexOf(`<h3 id="${id}">`);
    expect(start).toBeGreaterThan(0);
    const section = textOf(html.slice(start, html.indexOf('</details>', start)));
    expect(section).toContain(`${title} ${status}`);
    expect(section).toContain(when);
  });

  it.each(
    Object.entries(PROBLEM_TYPES).flatMap(([id, { example, ...type }]) => (example ? [{ id, example, type }] : [])),
  )('shows a request that causes $id', async ({ id, example: { method, path }, type }) => {
    expect(textOf(html)).toContain(`${method} /${path}`);
    const response = await fetch(`${server.url()}/${path}`, { method });
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(type.status);
    expect(body).toMatchObject({ type: `/api/#${id}`, title: type.title, status: type.status });
    const known = [...Object.keys(COMMON_MEMBERS), ...type.members.map(({ name }) => name)];
    expect(known).toEqual(expect.arrayContaining(Object.keys(body)));
  });

  it('shows code that reads every record', async () => {
    const code = Array.from(html.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs), ([, text]) =>
      textOf(text as string),
    );
    const loop = code
      .find((text) => text.startsWith('const records'))
      ?.replaceAll('http://localhost:4321', server.url());
    const url = /"(http[^"]*)"/.exec(loop ?? '')?.[1];
    if (loop === undefined || url === undefined) throw new Error('the reference has no loop');
    const run = new Function(`return (async () => { ${loop}\nreturn records; })();`) as () => Promise<unknown[]>;
    const records = await run();
    const first = (await (await fetch(url)).json()) as { metadata: { resultset: { count: number } } };
    expect(first.metadata.resultset.count).toBeGreaterThan(100);
    expect(records).toHaveLength(first.metadata.resultset.count);
  });

  it('unfolds the section that a problem document links to', () =>
    inPage(browser(), `${server.url()}/api/#unknown-path`, async (page) => {
      await expect.poll(() => page.getByText(PROBLEM_TYPES['unknown-path'].remedy).isVisible()).toBe(true);
      expect(await page.getByText(PROBLEM_TYPES['unknown-dataset'].remedy).isVisible()).toBe(false);
    }));

  it('fits into 4,650 pixels of height, shows a response without scripts, and prints what is folded', () =>
    inPage(
      browser(),
      `${server.url()}/api/`,
      async (page) => {
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4650);
        expect(await page.locator('.try-body').innerText()).toContain('"metadata"');
        expect(await page.locator('form:visible').count()).toBe(0);
        const folded = page.getByText(PROBLEM_TYPES['unknown-path'].remedy);
        expect(await folded.isVisible()).toBe(false);
        await page.emulateMedia({ media: 'print' });
        expect(await folded.isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    ));
});

import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { analyst, developer, journalist, shownRows, teacher } from './paths.ts';
import { type Circumstances, type Visit, visit } from './visit.ts';

const client = join(inject('builtSite'), 'client');
const CIRCUMSTANCES: Readonly<Record<string, Circumstances>> = {
  'with a pointer': {},
  'by keyboard only': { hasKeyboardOnly: true },
  'on a phone, in the dark': { viewport: { width: 320, height: 568 }, colorScheme: 'dark' },
};

const server = useBuiltServer();
const browser = useBrowser();

describe.each(Object.entries(CIRCUMSTANCES))('%s', (_, circumstances) => {
  const go = <T>(walk: (visit: Visit) => Promise<T>): Promise<T> =>
    visit(browser(), `${server.url()}/`, circumstances, walk);

  test('a journalist finds a chart by a search with a typo, and leaves with PNG, source and citation', () =>
    go(journalist));

  test('an analyst copies one line that reads the whole table', () => go((it) => analyst(it, client)));

  test('a teacher opens the table in a spreadsheet', () => go((it) => teacher(it, client)));

  test('a developer goes to a row, copies its page as CSV, and shares the address', async () => {
    const { address, rows } = await go((it) => developer(it, client));
    expect(new URL(address).search).toBe('?row=50000');
    expect(rows).toHaveLength(100);
    const seen = await go(async ({ page }) => {
      await page.goto(address);
      return shownRows({ page });
    });
    expect(seen).toEqual(rows);
  });
});

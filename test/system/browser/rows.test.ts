import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../../support/http/browser.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';
import { accessibilityFaults } from './accessibility.ts';

const PAGE = '/datasets/penn-world-table/';
const server = useBuiltServer();
const browser = useBrowser();

/** Opens a page, and collects what the browser complains about. */
async function visit<T>(path: string, use: (page: Page) => Promise<T>, options = {}): Promise<T> {
  const context = await browser().newContext(options);
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (!message.text().includes('Failed to load resource')) faults.push(message.text());
    });
    await page.goto(server.url() + path);
    const result = await use(page);
    expect(faults).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

const said = (page: Page) => page.locator('.record-rows [role="status"]');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

describe('the rows of a dataset', () => {
  test('are read in pages of a hundred, and the address says which', async () => {
    await visit(PAGE, async (page) => {
      await button(page, 'Browse all 12,376 rows').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
      expect(await page.getByRole('button', { name: 'Go', exact: true }).count()).toBe(1);
      // The pressed button is gone; the next one to press has the focus.
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next');
      await page.keyboard.press('Enter');
      await expect.poll(() => said(page).textContent()).toBe('Rows 101–200 of 12,376');
      expect(new URL(page.url()).search).toBe('?rows=101');
      await page.reload();
      await expect.poll(() => said(page).textContent()).toBe('Rows 101–200 of 12,376');
      expect(await page.locator('.chosen').count()).toBe(0);
      await button(page, 'Last').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 12,301–12,376 of 12,376');
      expect(await page.locator('.records tbody tr').count()).toBe(76);
      expect(await button(page, 'Next').isDisabled()).toBe(true);
      await button(page, 'First').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
    });
  });

  test('are shown in the columns that a reader chooses', async () => {
    await visit(`${PAGE}?row=201&columns=pop,year`, async (page) => {
      const header = page.locator('.records thead code');
      await expect.poll(() => header.allTextContents()).toEqual(['year', 'pop']);
      await page.getByText('Choose columns').click();
      await page.getByRole('checkbox', { name: 'emp', exact: true }).check();
      await expect.poll(() => header.allTextContents()).toEqual(['year', 'pop', 'emp']);
      expect(new URL(page.url()).search).toBe('?row=201&columns=year,pop,emp');
      await button(page, 'All columns').click();
      await expect.poll(() => header.count()).toBe(52);
    });
  });

  test('say what went wrong if they cannot be read, and are read when tried again', async () => {
    await visit(PAGE, async (page) => {
      await page.route('**/v1/**', (route) => route.abort());
      await button(page, 'Browse all 12,376 rows').click();
      await expect.poll(() => said(page).textContent(), { timeout: 10_000 }).toContain('could not be read');
      await page.unroute('**/v1/**');
      await button(page, 'Try again').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
    });
  });

  test('that could not be read leave the address with the rows shown', async () => {
    await visit(`${PAGE}?rows=101`, async (page) => {
      await expect.poll(() => said(page).textContent()).toBe('Rows 101–200 of 12,376');
      await page.route('**/v1/**', (route) => route.abort());
      await page.getByLabel('Go to row').fill('9000');
      await page.keyboard.press('Enter');
      await expect.poll(() => said(page).textContent(), { timeout: 10_000 }).toContain('could not be read');
      await page.getByText('Choose columns').click();
      await button(page, 'All columns').click();
      await expect.poll(() => new URL(page.url()).search).toBe('?rows=101&columns=*');
    });
  });

  test('that the address asks for are not lost by choosing a column while they are read', async () => {
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      const held: (() => void)[] = [];
      let isOpen = false;
      await page.route('**/v1/**', async (route) => {
        if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
        await route.continue();
      });
      await page.goto(`${server.url()}${PAGE}?row=5000&columns=year,pop`);
      await page.getByText('Choose columns').click();
      await page.getByRole('checkbox', { name: 'emp', exact: true }).check();
      isOpen = true;
      for (const release of held) release();
      await page.locator('.chosen').waitFor();
      expect(new URL(page.url()).search).toBe('?row=5000&columns=year,pop,emp');
      expect(await page.locator('.records thead code').allTextContents()).toEqual(['year', 'pop', 'emp']);
    } finally {
      await context.close();
    }
  });

  test.each([375, 1280])(
    'stand below the names of their columns, whichever one is asked for, at %i px',
    async (width) => {
      const use = async (page: Page): Promise<void> => {
        await page.locator('.chosen').waitFor();
        const tops = () =>
          page
            .locator('.records :is(thead th:first-of-type, .chosen)')
            .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()));
        const isSeen = ({ top, bottom }: { top: number; bottom: number }) => top >= 0 && bottom <= 800;
        await expect.poll(async () => (await tops()).map(isSeen)).toEqual([true, true]);
        const [head, chosen] = await tops();
        expect(head?.bottom).toBeLessThanOrEqual(chosen?.top ?? 0);
      };
      await visit(`${PAGE}?row=5000`, use, { viewport: { width, height: 800 } });
    },
  );

  test('of another edition are not mixed in', async () => {
    await visit(PAGE, async (page) => {
      await page.route('**/v1/**', (route) => route.fulfill({ status: 404, body: '' }));
      await button(page, 'Browse all 12,376 rows').click();
      await expect.poll(() => said(page).textContent(), { timeout: 10_000 }).toContain('has changed');
    });
  });

  test.each([
    [1280, 'light'],
    [320, 'dark'],
  ] as const)(
    'are accessible while they are browsed, at %i px, %s',
    async (width, colorScheme) => {
      await visit(
        `${PAGE}?row=12000&columns=*`,
        async (page) => {
          await page.locator('.chosen').waitFor();
          await page.getByText('Choose columns').click();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          expect(await accessibilityFaults(page)).toEqual([]);
        },
        { viewport: { width, height: 800 }, colorScheme },
      );
    },
    60_000,
  );
});

test('columns are filtered by words of their names and descriptions, and a link to a hidden one shows it', async () => {
  await visit(PAGE, async (page) => {
    await page.getByLabel('Filter columns').fill('csh_r');
    await page.locator('#column-csh-r').waitFor();
    await page.getByLabel('Filter columns').fill('gdp ppp');
    const visible = page.locator('.columns > li:visible h3');
    expect((await visible.allTextContents()).length).toBeGreaterThan(0);
    expect(await page.locator('#column-avh').isVisible()).toBe(false);
    await page.locator('a[href="#column-avh"]').first().click();
    await expect.poll(() => page.locator('#column-avh').isVisible()).toBe(true);
    await page.getByLabel('Filter columns').fill('no such column');
    expect(await page.locator('.column-filter output').textContent()).toBe('0 columns');
  });
});

describe('a question about the rows of a dataset', () => {
  const sortHead = (page: Page, column: string) => page.getByRole('button', { name: column, exact: true });

  test('is asked in the head of a column, answered from the whole table, and kept in the address', async () => {
    await visit(PAGE, async (page) => {
      await sortHead(page, 'year').click();
      await page.getByRole('button', { name: 'Sort descending' }).click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
      await sortHead(page, 'country').click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('checkbox', { name: 'Angola' }).check();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–68 of 68 that match, of 12,376 in all');
      expect(await accessibilityFaults(page)).toEqual([]);
      // The page itself stays free to scroll.
      expect(page.workers()).toHaveLength(1);
      await page.keyboard.press('Escape');
      // The focus is where it was, for the next column.
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('country');
      const first = page.locator('.records tbody tr').first();
      await expect
        .poll(() => first.locator('td, th').allTextContents())
        .toEqual(expect.arrayContaining(['Angola', '2017']));
      expect(new URL(page.url()).search).toBe('?rows=1&where=country.in.Angola&sort=-year');
      await page.reload();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–68 of 68 that match, of 12,376 in all');
      expect(await accessibilityFaults(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download these rows as CSV').click(),
      ]);
      const records = parse(readFileSync(await download.path(), 'utf8'), { columns: true }) as Record<string, string>[];
      expect(records).toHaveLength(68);
      expect(records.map(({ year }) => year)).toEqual(Array.from({ length: 68 }, (_, at) => `${2017 - at}`));
      await button(page, 'Remove: country = Angola').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
    });
  });

  test('groups the rows that match, by what an address or a form says', async () => {
    await visit(`${PAGE}?where=year.eq.2017&group=country&measure=max.pop`, async (page) => {
      const groups = page.locator('.groups');
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 182 that match, of 12,376 in all');
      await expect.poll(() => groups.locator('.note').textContent()).toBe('100 of 182 groups, from 182 of 12,376 rows');
      const first = groups.locator('tbody tr').first();
      expect(await first.locator('th, td').allTextContents()).toEqual(['China', '1,409.52', '1', '']);
      expect(await accessibilityFaults(page)).toEqual([]);
      await groups.getByLabel('Group by').selectOption('year');
      await groups.getByLabel('Show').selectOption('Number of rows');
      await expect.poll(() => groups.locator('tbody tr').allTextContents()).toEqual(['2017182']);
      expect(new URL(page.url()).search).toBe('?rows=1&where=year.eq.2017&group=year');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        button(page, 'Download all groups as CSV').click(),
      ]);
      expect(readFileSync(await download.path(), 'utf8')).toBe('year,Number of rows\r\n2017,182\r\n');
    });
  });

  test('groups by a time draw lines, count the values of each group, and lead to its rows', async () => {
    await visit(`${PAGE}?where=country.in.Chad,Angola&group=country,year&measure=mean.avh`, async (page) => {
      const groups = page.locator('.groups');
      await expect.poll(() => groups.locator('.note').textContent()).toBe('100 of 136 groups, from 136 of 12,376 rows');
      // The answer of a link is in view.
      await expect
        .poll(() =>
          groups
            .locator('select')
            .first()
            .evaluate((it) => it.getBoundingClientRect().top),
        )
        .toBeLessThan(800);
      expect(await groups.locator('thead').textContent()).toBe('countryyearMean: avhValues: avh');
      // Neither country has a value of this column, so there is nothing to draw.
      expect(await groups.locator('svg').count()).toBe(0);
      expect(await groups.locator('tbody tr').first().locator('td').allTextContents()).toEqual(['missing', '0', '']);
      expect(await groups.locator('.size').count()).toBe(0);
      await groups.locator('select').last().selectOption('pop');
      await expect.poll(() => groups.locator('svg.chart:visible .chart-line').count()).toBe(2);
      await groups.locator('.chart-plot').hover();
      await groups.locator('.chart-panel').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await groups.getByRole('button', { name: 'Chad' }).first().click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–68 of 68 that match, of 12,376 in all');
      expect(new URL(page.url()).search).toContain('where=country.eq.Chad&group=country,year&measure=mean.pop');
    });
    await visit('/datasets/us-budget-forecasts/?group=budgetYear&measure=mean.value', async (page) => {
      const boxOf = async (year: string) => {
        const { x, width } = (await page
          .locator('.groups tbody tr', { hasText: year })
          .locator('.size')
          .boundingBox()) ?? { x: 0, width: 0 };
        return { left: Math.round(x), right: Math.round(x + width) };
      };
      // What is below zero goes to the left of where the bars of other values begin.
      await expect.poll(async () => (await boxOf('2010')).right).toBe((await boxOf('2001')).left);
      expect((await boxOf('2010')).left).toBeLessThan((await boxOf('2001')).left - 50);
    });
  });

  test('that does not fit the table says so, and shows all rows when asked to', async () => {
    await visit(`${PAGE}?where=year.ge.x&group=year`, async (page) => {
      await expect.poll(() => said(page).textContent()).toContain('do not fit this table');
      // Groups of all rows would be a wrong answer.
      await expect.poll(() => page.locator('.groups .note').textContent()).toContain('could not be read');
      await button(page, 'Show all rows').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
    });
    await visit(PAGE, async (page) => {
      await page.route('**/downloads.json', (route) => route.fulfill({ json: { downloads: [] } }));
      await page.goto(`${server.url()}${PAGE}?where=year.ge.2000`);
      await expect.poll(() => said(page).textContent()).toContain('need the Parquet file');
      await button(page, 'Show all rows').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
      await page.route('**/datasets/penn-world-table/?*', async (route) => {
        const html = await (await route.fetch()).text();
        await route.fulfill({ body: html.replace('"canAsk":true', '"canAsk":false'), contentType: 'text/html' });
      });
      await page.goto(`${server.url()}${PAGE}?group=year`);
      await expect.poll(() => said(page).textContent()).toContain('need the Parquet file');
    });
  });

  test('about groups is answered by the latest one, however late the chart of another is loaded', async () => {
    await visit(PAGE, async (page) => {
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/group-chart*', async (route) => {
        await held;
        await route.continue();
      });
      const loaded = page.waitForResponse('**/group-chart*');
      const groups = page.locator('.groups');
      const begun = page.waitForRequest('**/group-chart*');
      await page.goto(`${server.url()}${PAGE}?group=year`);
      await begun;
      await groups.locator('select').first().selectOption('country');
      await expect.poll(() => groups.locator('.note').textContent()).toContain('100 of 182 groups');
      release();
      await loaded;
      await page.waitForTimeout(200);
      expect(await groups.locator('.note').textContent()).toContain('100 of 182 groups');
      expect(await groups.locator('svg').count()).toBe(0);
    });
  });

  test('of an address shows its last page if there are fewer rows now, and its other parts too', async () => {
    await visit(`${PAGE}?rows=5001&where=country.in.Angola`, async (page) => {
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–68 of 68 that match, of 12,376 in all');
    });
    await visit(`${PAGE}?row=201&group=year`, async (page) => {
      await expect.poll(() => said(page).textContent()).toBe('Rows 201–300 of 12,376');
      await expect
        .poll(() => page.locator('.groups .note').textContent())
        .toBe('68 of 68 groups, from 12,376 of 12,376 rows');
    });
  });

  test('moves nothing on a phone when its values arrive late', async () => {
    const frames = (page: Page) =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await visit(
      PAGE,
      async (page) => {
        await sortHead(page, 'year').waitFor();
        await frames(page);
        await page.evaluate(() => {
          // For half a second after a tap, what moves is held to be what the reader wanted (Layout Instability, section 2.4).
          const isUnasked = (shift: object): boolean => 'hadRecentInput' in shift && !shift.hadRecentInput;
          const note = (list: PerformanceObserverEntryList): void => {
            if (list.getEntries().some(isUnasked)) document.body.dataset.moved = '';
          };
          new PerformanceObserver(note).observe({ type: 'layout-shift' });
        });
        await page.route('**/*.parquet', (route) => setTimeout(() => void route.continue(), 700));
        await sortHead(page, 'year').click();
        await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
        await frames(page);
        expect(await page.locator('[data-moved]').count()).toBe(0);
        // What the table shows may be as high as it likes, but nothing above it moves.
        const top = () => page.locator('.record-rows .scroll').evaluate((table: HTMLElement) => table.offsetTop);
        await page.route('**/downloads.json', (route) => setTimeout(() => void route.continue(), 700));
        await page.getByRole('dialog').getByRole('checkbox').first().check();
        await page.keyboard.press('Escape');
        await expect.poll(() => said(page).textContent()).toBe('Loading rows…');
        const before = await top();
        await expect.poll(() => said(page).textContent()).toContain('that match');
        expect(await top()).toBe(before);
      },
      { viewport: { width: 320, height: 568 } },
    );
  });

  test('that cannot be loaded says so, and is asked when tried again', async () => {
    await visit(PAGE, async (page) => {
      await page.route('**/questions.json', (route) => route.abort());
      await sortHead(page, 'year').click();
      await expect.poll(() => said(page).textContent()).toContain('could not be read');
      await page.unroute('**/questions.json');
      await button(page, 'Try again').click();
      await page.getByRole('dialog').getByRole('checkbox', { name: '1950' }).waitFor();
      expect(await said(page).textContent()).toContain('Ten of 12,376 rows');
    });
  });

  test('of an address is asked when tried again, and its conditions stay when others are set', async () => {
    await visit(PAGE, async (page) => {
      await page.route('**/questions.json', (route) => route.abort());
      await page.goto(`${server.url()}${PAGE}?where=year.lt.1952`);
      await button(page, 'Try again').waitFor();
      await page.unroute('**/questions.json');
      await button(page, 'Try again').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 364 that match, of 12,376 in all');
      await sortHead(page, 'year').click();
      const panel = page.getByRole('dialog');
      await panel.getByLabel('From').fill('1,95');
      await page.keyboard.press('Enter');
      // No number, so the dialog stays open for another.
      expect(await panel.isVisible()).toBe(true);
      await panel.getByLabel('From').fill('1.951e3');
      await page.keyboard.press('Enter');
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 182 that match, of 12,376 in all');
      await expect.poll(() => new URL(page.url()).search).toBe('?rows=1&where=year.ge.1.951e3&where=year.lt.1952');
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('year');
    });
  });

  test('is shown by the pictures of columns that are seen, chosen in bins as they count, and copied as code', async () => {
    await visit(
      `${PAGE}?where=country.in.Angola`,
      async (page) => {
        await expect.poll(() => said(page).textContent()).toContain('of 68 that match');
        const note = page.locator('#column-pop .shape p').last();
        await page.locator('#column-pop').scrollIntoViewIfNeeded();
        await expect.poll(() => note.textContent()).toBe('68 of 12,376 rows');
        await sortHead(page, 'pop').click();
        const panel = page.getByRole('dialog');
        // Of the rows that match.
        const means = panel.locator('.note', { hasText: 'Median' });
        await expect.poll(() => means.textContent()).toBe('Mean 15.1254 · Median 13.6225');
        await panel.locator('.brush rect').first().click();
        await expect.poll(() => new URL(page.url()).search).toMatch(/&where=pop.ge.[^&]*&where=pop.lt.[^&]*$/);
        await expect.poll(() => panel.getByLabel('To').inputValue()).toMatch(/^</);
        await page.keyboard.press('Escape');
        await page.getByText('Use it in code').last().scrollIntoViewIfNeeded();
        await page.locator('.record-rows summary', { hasText: 'Use it in code' }).click();
        await button(page, 'DuckDB').click();
        await expect
          .poll(() => page.evaluate(() => navigator.clipboard.readText()))
          .toContain(`WHERE "country" IN ('Angola')\n  AND "pop" >= `);
        expect(await accessibilityFaults(page)).toEqual([]);
        await button(page, 'Show all rows').click();
        await expect.poll(() => page.locator('#column-pop .shape p').count()).toBe(1);
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });

  test('finds values as they are typed, and a ticked one replaces the text', async () => {
    await visit('/datasets/world-development-indicators/', async (page) => {
      const panel = page.getByRole('dialog');
      const values = () => panel.locator('fieldset').innerText();
      await sortHead(page, 'country').click();
      await panel.getByLabel('Contains').pressSequentially('níger');
      await expect.poll(values).toBe('Values (2)\nNiger\n61\nNigeria\n61');
      await panel.getByRole('button', { name: 'Show 122 rows' }).waitFor();
      const search = () => new URL(page.url()).search;
      await expect.poll(search).toBe('?rows=1&where=country.contains.n%C3%ADger');
      await button(page, 'Remove: country: …níger…').waitFor();
      await panel.getByRole('checkbox', { name: /^Niger 61/ }).check();
      await panel.getByRole('button', { name: 'Show 61 rows' }).click();
      await expect.poll(search).toBe('?rows=1&where=country.in.Niger');
    });
    // Codes are shown, found and grouped by their labels; the address has the codes.
    await visit('/datasets/us-senate-votes-109/?group=vote', async (page) => {
      const panel = page.getByRole('dialog');
      await page.getByRole('button', { name: 'not a member at the time (0)' }).waitFor();
      await sortHead(page, 'vote').click();
      await panel.getByLabel('Contains').pressSequentially('NOT V');
      await expect.poll(() => panel.locator('fieldset').innerText()).toBe('Values (1)\nnot voting (9)\n2,287');
      await panel.getByRole('checkbox').first().check();
      await panel.getByRole('button', { name: 'Show 2,287 rows' }).click();
      await button(page, 'Remove: vote = not voting (9)').waitFor();
      expect(new URL(page.url()).search).toContain('where=vote.in.9&');
      await expect.poll(() => page.locator('.records tbody tr').first().innerText()).toContain('not voting (9)');
    });
    // Of very many values, those that are ticked have their counts too.
    await visit('/datasets/french-communes/?where=nom.in.Oz', async (page) => {
      await sortHead(page, 'nom').click();
      const list = page.getByRole('dialog').locator('fieldset');
      await expect.poll(() => list.locator('li').first().innerText()).toBe('Oz\n1');
      expect(await list.locator('li').count()).toBe(31);
      expect(await list.locator('.note').last().innerText()).toBe('… and 34,956 more values');
    });
  });

  test('takes spans of numbers and dates as readers write them, and always closes', async () => {
    await visit(PAGE, async (page) => {
      const panel = page.getByRole('dialog');
      const ends = async (from: string, to: string): Promise<void> => {
        await panel.getByLabel('From').fill(from);
        await panel.getByLabel('To').fill(to);
        await panel.getByLabel('To').blur();
      };
      const search = () => new URL(page.url()).search;
      await sortHead(page, 'year').click();
      await expect.poll(() => panel.locator('li').count()).toBe(68);
      expect(await panel.locator('li').first().innerText()).toBe('2017\n182');
      expect(await panel.locator('.note').first().innerText()).toBe('Year of the observation');
      await ends('1,990', '1980');
      await expect.poll(search).toBe('?rows=1&where=year.between.1980,1990');
      await panel.getByRole('button', { name: 'Show 2,002 rows' }).waitFor();
      expect(await panel.locator('.brush .chosen').count()).toBe(2);
      expect(await accessibilityFaults(page)).toEqual([]);
      await panel.locator('.brush').hover({ position: { x: 1, y: 10 } });
      expect(await panel.locator('.scale').innerText()).toMatch(/^1950\s*1950 – 1955: 910 rows\s*2020$/);
      await ends('2000', '2000');
      await expect.poll(search).toBe('?rows=1&where=year.eq.2000');
      await panel.getByLabel('From').fill('a');
      await panel.getByRole('button', { name: /^Show/ }).click();
      await expect.poll(() => panel.count()).toBe(0);
      await expect.poll(search).toBe('?rows=1&where=year.le.2000');
    });
    await visit('/datasets/currency-use-by-territory/', async (page) => {
      const panel = page.getByRole('dialog');
      await sortHead(page, 'from').click();
      await panel.getByLabel('From').fill('2008-06');
      await panel.getByLabel('To').fill('2010');
      // What excludes the other is not ticked.
      await panel.getByRole('checkbox', { name: 'Only rows without a value (28)' }).check();
      await panel.getByRole('checkbox', { name: 'Only rows with a value' }).check();
      const asked = 'where=from.between.2008-06,2010-12-31&where=from.value';
      await expect.poll(() => new URL(page.url()).search).toBe(`?rows=1&${asked}`);
      await page.keyboard.press('Escape');
      await button(page, 'Remove: from: 2008-06 … 2010-12-31').click();
      await button(page, 'Remove: from: Only rows with a value').waitFor();
    });
  });

  test('sorts by a second column while Shift is held, beside names as wide as before, and gives the focus back', async () => {
    await visit(`${PAGE}?columns=year,country`, async (page) => {
      const widths = () => page.locator('.records thead code').evaluateAll((all) => all.map((it) => it.clientWidth));
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
      const before = await widths();
      await sortHead(page, 'year').click();
      await page.getByRole('button', { name: 'Sort descending' }).click();
      await expect.poll(() => page.locator('thead [aria-sort="descending"]').count()).toBe(1);
      expect(await widths()).toEqual(before);
      await sortHead(page, 'country').click();
      await page.getByRole('button', { name: 'Sort descending' }).click({ modifiers: ['Shift'] });
      await expect.poll(() => new URL(page.url()).search).toBe('?rows=1&sort=-year,-country&columns=country,year');
      await sortHead(page, 'year').click();
      const [plain, pressed] = await Promise.all(
        ['Sort ascending', 'Sort descending'].map((name) =>
          button(page, name).evaluate((it) => getComputedStyle(it).boxShadow),
        ),
      );
      expect(plain).not.toBe(pressed);
      await page.keyboard.press('Escape');
      await button(page, 'Show all rows').click();
      await expect.poll(() => said(page).textContent()).toBe('Rows 1–100 of 12,376');
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('ask');
    });
  });

  test('loads nothing before it is asked', async () => {
    await visit(PAGE, async (page) => {
      const loaded = (): Promise<string[]> =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
      await expect.poll(() => page.locator('.records .ask').count()).toBe(8);
      expect((await loaded()).filter((path) => /query|question|parquet/.test(path))).toEqual([]);
    });
  });
});

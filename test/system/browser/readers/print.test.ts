import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { visit } from './visit.ts';

/** What fits between the margins of a sheet of A4, in CSS pixels. */
const SHEET = { width: 718, height: 1047 };
const PAGES = ['wheat-prices-and-wages', 'us-budget-authority'];

const server = useBuiltServer();
const browser = useBrowser();

/** Elements whose content is wider or higher than they are, and that do not show the rest. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *:not(svg *)')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
        // What only screen readers read is cut to nothing on purpose, and an ellipsis says that something is cut.
        if (element.matches('.visually-hidden') || textOverflow === 'ellipsis') return false;
        const isCut = (overflow: string, content: number, box: number): boolean =>
          overflow !== 'visible' && box > 0 && content > box + 1;
        return (
          isCut(overflowX, element.scrollWidth, element.clientWidth) ||
          isCut(overflowY, element.scrollHeight, element.clientHeight)
        );
      })
      .map((element) => (element.cloneNode(false) as Element).outerHTML),
  );
}

/** Elements that reach beyond the right edge of the sheet. */
function beyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => (element.cloneNode(false) as Element).outerHTML),
  );
}

/** Lightness of a page's paper, of its title and of its chart's heading, from 0 to 1. The chart has no paper of its own. */
function lightness(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('the browser cannot draw');
    const lightnessOf = (color: string): number => {
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 3 / 255;
    };
    const of = (selector: string, property: 'backgroundColor' | 'color'): number =>
      lightnessOf(getComputedStyle(document.querySelector(selector) as Element)[property]);
    return {
      paper: of('html', 'backgroundColor'),
      ink: of('h1', 'color'),
      title: of('.chart-figure h2', 'color'),
    };
  });
}

describe.each(PAGES)('a publisher prints the page of %s', (config) => {
  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s: light, whole, and without what only a screen can do', (_, javaScriptEnabled) =>
    visit(
      browser(),
      `${server.url()}/`,
      { viewport: SHEET, colorScheme: 'dark', javaScriptEnabled },
      async ({ page, open }) => {
        await open(`datasets/${config}/`);
        if (javaScriptEnabled) await page.getByRole('button', { name: 'Copy citation' }).waitFor();
        await page.emulateMedia({ media: 'print' });
        const { paper, ink, title } = await lightness(page);
        expect(paper).toBeGreaterThan(0.95);
        expect(ink).toBeLessThan(0.3);
        expect(title).toBeLessThan(0.3);
        expect(await page.locator('.columns > li').last().isVisible()).toBe(true);
        const onScreenOnly = page.locator('nav ul:visible, nav ol:visible, button:visible, input:visible');
        expect(await onScreenOnly.evaluateAll((all) => all.map((it) => it.outerHTML))).toEqual([]);
        expect(await clipped(page)).toEqual([]);
        expect(await beyondEdge(page)).toEqual([]);
        const sheets = (await page.pdf({ format: 'A4' })).toString('latin1');
        expect(sheets.slice(0, 5)).toBe('%PDF-');
        expect(sheets.match(/\/Type ?\/Page\b/g)?.length).toBeGreaterThan(1);
      },
    ),
  );
});

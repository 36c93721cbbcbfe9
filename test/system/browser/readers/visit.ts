import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inPage } from '../in-page.ts';
import { sidewaysScroll } from '../sideways-scroll.ts';

/** How a reader comes to the pages. */
export interface Circumstances {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
  /** The reader has a phone, and taps. */
  isMobile?: boolean;
  hasTouch?: boolean;
  /** The reader has no pointer: every control must be reached with the Tab key. */
  hasKeyboardOnly?: boolean;
}

/** A file that a reader has saved. */
export interface Saved {
  name: string;
  bytes: Buffer;
}

/** A reader's visit: what a person can do with a page. */
export interface Visit {
  page: Page;
  /** Opens a path of the catalogue, such as `datasets/x/`. */
  open(path: string): Promise<void>;
  /** Uses a link, a button or a summary. */
  use(control: Locator): Promise<void>;
  /** Types a text into a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Uses a link to a file, and takes what the browser saves. */
  save(link: Locator): Promise<Saved>;
  /** What the clipboard has. */
  copied(): Promise<string>;
}

/** More controls than any page has before the one that a reader wants. */
const MAX_TABS = 200;

/**
 * Lets a reader, in a new window, visit the catalogue at `root`, which ends with a slash. Afterwards, the browser may have reported
 * nothing, and the page may not be wider than the window.
 */
export async function visit<T>(
  browser: Browser,
  root: string,
  { hasKeyboardOnly = false, ...options }: Circumstances,
  walk: (visit: Visit) => Promise<T>,
): Promise<T> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  return inPage(
    browser,
    root,
    async (page) => {
      const result = await walk(visitOf(page, root, hasKeyboardOnly, options.hasTouch));
      expect(await sidewaysScroll(page), page.url()).toBe(0);
      return result;
    },
    { permissions, ...options },
  );
}

function visitOf(page: Page, root: string, hasKeyboardOnly: boolean, hasTouch = false): Visit {
  const use = async (control: Locator): Promise<void> => {
    if (!hasKeyboardOnly) return hasTouch ? control.tap() : control.click();
    await reach(page, control);
    const isBox = (await control.getAttribute('type')) === 'checkbox';
    return page.keyboard.press(isBox ? 'Space' : 'Enter');
  };
  return {
    page,
    use,
    async open(path) {
      await page.goto(root + path);
    },
    async type(field, text) {
      if (hasKeyboardOnly) await reach(page, field);
      else await use(field);
      await page.keyboard.type(text);
    },
    async save(link) {
      const [download] = await Promise.all([page.waitForEvent('download'), use(link)]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    },
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
  };
}

/** Moves the focus to a control with the Tab key, forwards or backwards, and expects that people can see where it is. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const keyTowards = (): Promise<string | null> =>
    control.evaluate((element) => {
      const { activeElement } = document;
      if (element === activeElement) return null;
      const isBefore = element.compareDocumentPosition(activeElement ?? element) & Node.DOCUMENT_POSITION_FOLLOWING;
      return isBefore ? 'Shift+Tab' : 'Tab';
    });
  let key = await keyTowards();
  for (let pressed = 0; key !== null; pressed += 1) {
    if (pressed === MAX_TABS) throw new Error(`the Tab key does not lead to ${control}`);
    await page.keyboard.press(key);
    key = await keyTowards();
  }
  const seen = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom } = element.getBoundingClientRect();
    return { outline: outlineStyle !== 'none' && outlineWidth !== '0px', isInSight: top >= 0 && bottom <= innerHeight };
  });
  expect(seen, `the focus on ${control}`).toEqual({ outline: true, isInSight: true });
}

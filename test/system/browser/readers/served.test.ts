import { join } from 'node:path';
import { describe, inject, test } from 'vitest';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { brusher, clerk, HIGHEST_INCOMES, testReaders } from './paths.ts';
import { type Circumstances, type Visit, visit } from './visit.ts';

const client = join(inject('builtSite'), 'client');
const PHONE: Circumstances = {
  viewport: { width: 320, height: 568 },
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
};
const CIRCUMSTANCES: Readonly<Record<string, Circumstances>> = {
  'with a pointer': {},
  'by keyboard only': { hasKeyboardOnly: true },
  'on a phone, in the dark': PHONE,
};

const server = useBuiltServer();
const browser = useBrowser();

const visitIn = <T>(circumstances: Circumstances, walk: (visit: Visit) => Promise<T>): Promise<T> =>
  visit(browser(), `${server.url()}/`, circumstances, walk);

describe.each(Object.entries(CIRCUMSTANCES))('%s', (_, circumstances) => {
  testReaders((walk) => visitIn(circumstances, walk), client, HIGHEST_INCOMES);
});

test('a clerk finds towns by a name, and saves their rows, by keyboard only', () =>
  visitIn({ hasKeyboardOnly: true }, clerk));

test('a finger that is drawn across a histogram on a phone finds the rows in its bins', () =>
  visitIn(PHONE, (it) => brusher(it, client)));

import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { useBrowser } from '../../../support/http/browser.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { HIGHEST_INCOMES, testReaders } from './paths.ts';
import { type Circumstances, visit } from './visit.ts';

const client = join(inject('builtSite'), 'client');
const CIRCUMSTANCES: Readonly<Record<string, Circumstances>> = {
  'with a pointer': {},
  'by keyboard only': { hasKeyboardOnly: true },
  'on a phone, in the dark': {
    viewport: { width: 320, height: 568 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  },
};

const server = useBuiltServer();
const browser = useBrowser();

describe.each(Object.entries(CIRCUMSTANCES))('%s', (_, circumstances) => {
  testReaders((walk) => visit(browser(), `${server.url()}/`, circumstances, walk), client, HIGHEST_INCOMES);
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { useBrowser } from '../../support/http/browser.ts';
import { accessibilityFaults } from './accessibility.ts';
import { textOf } from './built-pages.ts';

const NUMBERS = Array.from({ length: 40 }, (_, row) => `k${row},${row},${row}.5\n`).join('');
const columns = { place: { description: 'P' }, rain: { description: 'R' }, snow: { description: 'S' } };

const folder = mkdtempSync(join(tmpdir(), 'almanac-doubts-'));
const out = join(folder, 'out');
let server: RunningServer;
const browser = useBrowser();
beforeAll(async () => {
  writeFiles(join(folder, 'raw-data'), {
    'catalogue.json': CATALOGUE,
    'economy/doubtful.csv': `place,rain,snow\n${NUMBERS}x,<b>*</b>,NA\ny,2,NA\nz,,\nTotal,9,9\n`,
    'economy/doubtful.meta.json': sidecarWith({ columns }),
    'economy/sound.csv': 'place,rain,snow\nx,1,\ny,2,3\n',
    'economy/sound.meta.json': sidecarWith({ columns }),
  });
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', join(folder, 'raw-data'), '--out', out]);
  expect(code, stderr).toBe(0);
  server = await serveOutput(out);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function pageOf(config: string): string {
  return readFileSync(join(out, `client/datasets/${config}/index.html`), 'utf8');
}

describe('a dataset with doubts about its file', () => {
  test('shows them on its page, with their places', () => {
    const text = textOf(pageOf('doubtful'));
    expect(text).toMatch(
      /The column "rain" is text because of 1 of 43 values.*\(economy\/doubtful\.csv, line 42, character 3\)/,
    );
    expect(text).toMatch(/begins with "Total".*\(economy\/doubtful\.csv, line 45, character 1\)/);
  });

  test('shows how nulls are spelled, unless all are empty', () => {
    const [, ...columns] = pageOf('doubtful').split('<li id="column-').map(textOf);
    expect(columns[0]).not.toContain('missing');
    expect(columns[1]).toContain('2.3% missing');
    expect(columns[1]).not.toContain('written as');
    expect(columns[2]).toContain('6.8% missing');
    expect(columns[2]).toContain('Missing values are written as“NA” (2 times), empty (1 time)');
  });

  test.each([1280, 375])('is accessible, and nothing overflows, at %i px', async (width) => {
    const context = await browser().newContext({ viewport: { width, height: 800 } });
    try {
      const page = await context.newPage();
      await page.goto(`${server.url}/datasets/doubtful/`);
      expect(await page.locator('.doubts li').count()).toBe(3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await accessibilityFaults(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

test('a dataset without doubts has no such section', () => {
  expect(pageOf('sound')).not.toContain('id="doubts"');
  expect(textOf(pageOf('sound'))).toContain('50.0% missing');
});

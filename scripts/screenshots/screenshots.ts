import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startAlmanac } from '../bench/servers/servers.ts';
import { writeOut } from '../command-line.ts';
import { drawGallery } from './draw-gallery.ts';
import { openBrowser } from './open-browser.ts';

const HELP = `Usage: npm run screenshots -- [--out FOLDER] [--charts] [PATH …]

Takes screenshots of pages in light and dark mode, at laptop and phone width, and saves them in the folder screenshots/.

  --out     an existing output to use; by default, the catalogue in raw-data/ is built first
  --charts  draw the tables of test/gallery on one page instead, screenshots/charts.html
  PATH      pages, such as /datasets/penn-world-table/; by default, the home page and six datasets of different shapes
`;

const FOLDER = 'screenshots';

/** The home page and six datasets of different shapes: two centuries, many series, many columns, many rows, one measure by place, text. */
const PAGES = [
  '/',
  '/datasets/wheat-prices-and-wages/',
  '/datasets/exchange-rates-monthly/',
  '/datasets/penn-world-table/',
  '/datasets/us-senate-votes-109/',
  '/datasets/us-rent-and-income/',
  '/datasets/state-of-the-union-addresses/',
];

/** Viewport widths and their heights, in CSS pixels. */
const WINDOWS = { 1280: 900, 375: 812 } as const;
const THEMES = ['light', 'dark'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, charts: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) await writeOut(HELP);
else if (values.charts) await writeOut(`${drawGallery(FOLDER)}\n`);
else await takeAll(values.out, positionals.length > 0 ? positionals : PAGES);

async function takeAll(given: string | undefined, paths: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-screenshots-'));
  const out = given ?? join(folder, 'out');
  try {
    const build = ['scripts/run.js', 'build', '--out', out, '--quiet'];
    if (given === undefined) execFileSync(process.execPath, build, { stdio: 'inherit' });
    const server = await startAlmanac(out);
    try {
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER);
      for (const path of paths) await takeEach(server.url, path);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes the screenshots of one page, each in a new browser, since this Chromium supports only one window at a time. */
async function takeEach(url: string, path: string): Promise<void> {
  for (const colorScheme of THEMES) {
    for (const [width, height] of Object.entries(WINDOWS)) {
      const file = join(FOLDER, `${nameOf(path)}-${colorScheme}-${width}.png`);
      const browser = await openBrowser();
      try {
        const page = await browser.newPage({ colorScheme, viewport: { width: Number(width), height } });
        await page.goto(url + path, { waitUntil: 'networkidle' });
        await page.screenshot({ path: file, fullPage: true });
      } finally {
        await browser.close();
      }
      await writeOut(`${file}\n`);
    }
  }
}

function nameOf(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? 'home';
}

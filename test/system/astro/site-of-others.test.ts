import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CATALOGUE, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';

/*
 * A small site with a page of its own, which has the integration in its configuration. Astro runs as its owner would run it. The site
 * shares no folder with the package, as if it were linked: Astro looks for the files of packages in another way then.
 */

const ASTRO = resolve('node_modules/astro/bin/astro.mjs');
const INTEGRATION = pathToFileURL(resolve('src/astro/almanac.ts')).href;

/** The configuration of Astro, with more options of the integration. */
function config(options: string): string {
  return `import { almanac } from '${INTEGRATION}';
export default {
  site: 'https://town.example',
  base: '/town',
  cacheDir: './.cache/astro',
  vite: { cacheDir: './.cache/vite' },
  devToolbar: { enabled: false },
  server: { host: '127.0.0.1' },
  integrations: [almanac({ rawData: 'data', formats: ['csv'], ${options} })],
};
`;
}

let site: string;

beforeAll(() => {
  const topOf = (folder: string): string | undefined => realpathSync(folder).split(sep)[1];
  const apart = [tmpdir(), '/dev/shm', '/var/tmp'].find((folder) => topOf(folder) !== topOf('.'));
  site = mkdtempSync(join(apart ?? tmpdir(), 'almanac-site-'));
  writeFiles(site, {
    'package.json': JSON.stringify({ name: 'our-site', type: 'module', private: true }),
    // The caches lie in the site, since the packages are those of this project.
    'astro.config.mjs': config(''),
    'public/robots.txt': 'User-agent: *\n',
    'public/feed.xml': 'the news of our town',
    'src/pages/index.astro':
      '---\n---\n<html lang="en"><head><title>Our town</title></head><body><h1>Our town</h1></body></html>\n',
    'data/catalogue.json': CATALOGUE,
    'data/theme.css': ':root { --accent: teal }\n',
    'data/pages/about.md': '# About our data\n\nSee [rents](/datasets/rents/).\n',
    ...withSidecar('data/economy/rents', 'year,rent\n2020,10\n2021,12\n2022,13\n2023,15\n2024,16\n', {
      name: 'Rents of the town',
      columns: { year: { description: 'Year' }, rent: { description: 'Rent', unit: 'CHF' } },
    }),
  });
  symlinkSync(resolve('node_modules'), join(site, 'node_modules'), 'junction');
});
afterAll(() => rmSync(site, { recursive: true, force: true }));

function astro(args: readonly string[]): { child: ChildProcess; printed: () => string } {
  let printed = '';
  const child = spawn(process.execPath, [ASTRO, ...args, '--root', site], {
    cwd: site,
    env: { ...ENVIRONMENT, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
  return { child, printed: () => printed };
}

test('a build has the site’s own pages, the API and the pages of datasets', async () => {
  const { child, printed } = astro(['build']);
  const [code] = await once(child, 'exit');
  expect(code, printed()).toBe(0);
  const read = (path: string): string => readFileSync(join(site, 'dist', path), 'utf8');
  expect(read('index.html')).toContain('<h1>Our town</h1>');
  expect(JSON.parse(read('v1/datasets/rents.json')).metadata.resultset.count).toBe(5);
  expect(JSON.parse(read('v1/index.json')).links.self).toBe('https://town.example/town/v1/index.json');
  expect(read('v1/datasets/rents/data.csv')).toContain('2024,16');
  expect([read('feed.xml'), read('feeds/rents.xml')]).toEqual([
    'the news of our town',
    expect.stringContaining('<feed'),
  ]);
  const page = read('datasets/rents/index.html');
  expect(page).toContain('Rents of the town');
  expect(page).toContain('<link rel="stylesheet" href="/town/theme.css">');
  expect(read('datasets/rents/chart.svg')).toContain('<svg');
  expect(page).toContain('content="https://town.example/town/datasets/rents/chart.png"');
  expect(existsSync(join(site, 'dist/datasets/rents/chart.png'))).toBe(true);
  expect(read('pages/about/index.html')).toContain('<a href="/town/datasets/rents/">rents</a>');
  for (const path of ['almanac.js', 'theme.css', 'api/index.html', 'categories/economy/index.html', 'robots.txt']) {
    expect(existsSync(join(site, 'dist', path)), path).toBe(true);
  }
  // The pages have no policy of ours, since the site may have scripts and styles within its pages; and nothing is left outside the output.
  expect(page).not.toContain('Content-Security-Policy');
  expect(existsSync(join(site, 'dist/render.json'))).toBe(false);
  expect(readdirSync(join(site, '.cache/astro/almanac'))).toEqual([]);
}, 120_000);

test.each([
  ['the raw data', '', '2020\n', 'economy/rents.csv:2:5  row-too-short'],
  ['an edition that has less than the last one', "previous: 'dist'", '', 'the last edition has 5 rows, this one 2'],
])(
  'a build ends with the problems of %s',
  async (_, options, rows, problem) => {
    const sound = '2020,10\n2021,12\n';
    writeFiles(site, { 'astro.config.mjs': config(options), 'data/economy/rents.csv': `year,rent\n${rows || sound}` });
    const { child, printed } = astro(['build']);
    const [code] = await once(child, 'exit');
    writeFiles(site, { 'astro.config.mjs': config(''), 'data/economy/rents.csv': `year,rent\n${sound}` });
    expect(code).toBe(1);
    expect(printed()).toContain(problem);
  },
  120_000,
);

test('development serves the site, the API and the pages, and shows changes of a text at once', async () => {
  const { child, printed } = astro(['dev', '--port', '0']);
  try {
    const url = await vi.waitFor(
      () => {
        const found = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(printed())?.[0];
        if (!found) throw new Error(`no address was printed: ${printed()}`);
        return found;
      },
      { timeout: 30_000, interval: 100 },
    );
    const eventually = (path: string, text: string): Promise<void> =>
      vi.waitFor(
        async () => {
          const response = await fetch(`${url}/town${path}`, { signal: AbortSignal.timeout(10_000) });
          expect(await response.text()).toContain(text);
        },
        { timeout: 20_000, interval: 100 },
      );
    await eventually('/', 'Our town');
    await eventually('/v1/datasets/rents?limit=1&offset=1', '"rent":12');
    await eventually('/datasets/rents/', 'Rents of the town');
    await eventually('/theme.css', 'teal');
    await eventually('/almanac.js', 'export');
    await eventually('/pages/about/', 'About our data');
    writeFiles(site, { 'data/pages/about.md': '# About our data\n\nNow with rents by year.\n' });
    await eventually('/pages/about/', 'Now with rents by year.');
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}, 120_000);

import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChangesDocument } from '../../../../src/contract/documents.ts';
import { CATALOGUE, folderForAll, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../../support/builds/run-build.ts';
import { comparable } from '../../../support/builds/versions.ts';

const folder = folderForAll();
const rawData = join(folder, 'raw-data');
const [out, clean] = [join(folder, 'out'), join(folder, 'clean')];
/** The output before the last edit, with which builds are compared. */
const last = join(folder, 'last');

const COLUMNS = { year: { description: 'Year' }, price: { description: 'Price', unit: 'shillings' } };

function tableOf(factor: number): string {
  return `year,price\n${Array.from({ length: 60 }, (_, at) => `${1950 + at},${(at * factor) % 97}\n`).join('')}`;
}

function addDataset(name: string, factor: number): void {
  const sidecar = { name: `Prices of ${name}`, columns: COLUMNS, editions: { revised: 1, moved: 1e9, numbers: false } };
  writeFiles(rawData, withSidecar(`economy/${name}`, tableOf(factor), sidecar));
}

function editJson(file: string, members: Readonly<Record<string, unknown>>): void {
  const path = join(rawData, file);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...members }, null, 2));
}

async function build(target = out, ...flags: string[]): Promise<string> {
  const { code, stderr } = await runCommand('build', [
    '--raw-data',
    rawData,
    '--out',
    target,
    '--site',
    'https://data.example',
    ...flags,
  ]);
  expect(code, stderr).toBe(0);
  return stderr;
}

/** Identities of the files of pages by path: a file that was linked keeps its own. */
function identities(): Map<string, number> {
  const client = join(out, 'client');
  const paths = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((it) =>
    /^(?:datasets|embed).*\./.test(it),
  );
  return new Map(paths.map((path) => [path, statSync(join(client, path)).ino]));
}

/** Expects the output to be what a build into an empty folder makes that is compared with the same one. */
async function expectAsClean(): Promise<void> {
  await build(clean, '--previous', last);
  expect(comparable(out)).toEqual(comparable(clean));
  rmSync(clean, { recursive: true });
}

/** Builds again, and returns the datasets all of whose pages were reused. If there are any, expects what a build into an empty folder makes. */
async function reusedBy(edit: () => void, ...flags: string[]): Promise<string[]> {
  const before = identities();
  rmSync(last, { recursive: true, force: true });
  cpSync(out, last, { recursive: true });
  edit();
  const lines = await build(out, ...flags);
  const after = [...identities()].filter(([path]) => path.split('/').length > 2);
  const configs = [...new Set(after.map(([path]) => path.split('/')[1] as string))];
  const isReused = (config: string): boolean =>
    after.every(([path, identity]) => path.split('/')[1] !== config || before.get(path) === identity);
  const reused = configs.filter(isReused).sort();
  if (reused.length > 0) await expectAsClean();
  expect(/^keep +(\d+) pages? from the last build$/m.exec(lines)?.[1]).toBe(
    reused.length > 0 ? `${reused.length}` : undefined,
  );
  return reused;
}

beforeAll(async () => {
  writeFiles(rawData, { 'catalogue.json': CATALOGUE });
  for (const [at, name] of ['barley', 'oats', 'rye', 'wheat'].entries()) addDataset(name, 7 + at);
  await build();
}, 60_000);

const read = (path: string): string => readFileSync(join(out, 'client', path), 'utf8');

/** The values of the `meta` elements of a page by property or name. */
function metaOf(html: string): Map<string, string> {
  const found = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g);
  return new Map([...found].map(([, name = '', content = '']) => [name, content]));
}

describe('a page that is shared', () => {
  test('names a picture of the chart by its whole URL, with its size and what it shows', () => {
    const meta = metaOf(read('datasets/rye/index.html'));
    expect(Object.fromEntries(meta)).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'A catalogue',
      'og:title': 'Prices of rye',
      'og:url': 'https://data.example/datasets/rye/',
      'og:image': 'https://data.example/datasets/rye/chart.png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    });
    expect(meta.get('og:description')).toBe(meta.get('description'));
    const { title, summary } = JSON.parse(read('datasets/rye/chart.json'));
    expect(meta.get('og:image:alt')).toBe(`${title}. ${summary}`);
  });

  test('has no picture if it is not about a dataset', () => {
    const meta = metaOf(read('index.html'));
    expect([meta.get('og:url'), meta.get('og:image')]).toEqual(['https://data.example/', undefined]);
    expect(meta.get('twitter:card')).toBe('summary');
  });
});

test('the page for frames has the chart, and links to the dataset, its source and nothing of the site around it', () => {
  const html = read('embed/rye/index.html');
  expect(metaOf(html).get('robots')).toBe('noindex');
  expect(html).toContain('<link rel="canonical" href="https://data.example/datasets/rye/">');
  expect(html).toMatch(/<svg[^>]+class="chart/);
  const links = [...html.matchAll(/<a href="([^"]+)"([^>]*)>/g)];
  expect(links.map(([, href]) => href).slice(0, 2)).toEqual(['/datasets/rye/', 'https://example.org/data']);
  // Without it, a link would open inside the frame.
  for (const [link] of links) expect(link).toContain('target="_top"');
  expect(html).not.toContain('<nav');
});

describe('the pages of datasets', () => {
  test('with their charts and pictures, are reused if others change, are described otherwise, added or removed', async () => {
    expect([...identities().keys()].filter((path) => path.includes('rye')).sort()).toEqual([
      'datasets/rye/chart.json',
      'datasets/rye/chart.png',
      'datasets/rye/chart.svg',
      'datasets/rye/index.html',
      'embed/rye/index.html',
    ]);
    const reused = await reusedBy(() => {
      writeFileSync(join(rawData, 'economy/rye.csv'), tableOf(30));
      editJson('economy/oats.meta.json', { description: 'What they say now.' });
      addDataset('spelt', 41);
      for (const ending of ['csv', 'meta.json']) rmSync(join(rawData, `economy/barley.${ending}`));
      const accepted = { barley: { edition: 'removed', why: 'It is not grown any more.', differences: [] } };
      writeFileSync(join(rawData, 'accepted.json'), JSON.stringify(accepted));
    });
    expect(reused).toEqual(['wheat']);
  }, 60_000);

  test('show their own last changes, and are rendered again only if these are others', async () => {
    const changesOn = (config: string): string[] => {
      const [section = ''] =
        /<section class="changes">.*?<\/section>/s.exec(read(`datasets/${config}/index.html`)) ?? [];
      return [...section.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, text = '']) => text);
    };
    const edit = (name: string, factor: number) => () =>
      writeFileSync(join(rawData, `economy/${name}.csv`), `${tableOf(factor)}2010,3\n`);
    expect(changesOn('rye')).toEqual(['59 rows changed.']);
    expect(await reusedBy(edit('rye', 30))).toEqual(['oats', 'spelt', 'wheat']);
    expect(await reusedBy(edit('oats', 8))).toEqual(['rye', 'spelt', 'wheat']);
    const ofRye = ['1 row added. year now up to 2010.', '59 rows changed.'];
    expect([changesOn('rye'), changesOn('spelt')]).toEqual([ofRye, ['New dataset with 60 rows.']]);
    // The changes of rye drop out of the history.
    const forget = (): void => {
      const path = join(last, 'client/v1/changes.json');
      const { since, changes } = JSON.parse(readFileSync(path, 'utf8')) as ChangesDocument;
      const kept = changes.filter(({ config }) => config !== 'rye');
      writeFileSync(path, JSON.stringify({ since, changes: kept }));
      edit('oats', 9)();
    };
    expect(await reusedBy(forget, '--previous', last)).toEqual(['spelt', 'wheat']);
    expect(changesOn('rye')).toEqual([]);
    expect(read('index.html')).toMatch(
      /<h2>New and changed<\/h2>.*\/datasets\/oats\/.*\/datasets\/spelt\/.*href="\/feed.xml"/s,
    );
    expect(read('feeds/rye.xml')).not.toContain('<entry>');
  }, 120_000);

  test('are rendered again with the same charts and pictures if the catalogue has another title, or another language', async () => {
    const charts = (): [string, number][] => [...identities()].filter(([path]) => !path.endsWith('.html'));
    const before = charts();
    expect(before).toHaveLength(12);
    const build = async (members: Readonly<Record<string, unknown>>): Promise<void> => {
      expect(await reusedBy(() => editJson('catalogue.json', members))).toEqual([]);
      await expectAsClean();
    };
    await build({ title: 'Another catalogue' });
    expect(charts()).toEqual(before);
    await build({ language: 'fr' });
    expect(charts().filter(([path, identity]) => new Map(before).get(path) === identity)).toEqual([]);
    await build({ language: 'en' });
  }, 120_000);

  test('are reused if the catalogue or a category is described otherwise, which they do not show', async () => {
    const edit = (): void => {
      const { categories } = JSON.parse(CATALOGUE);
      const named = Object.entries(categories as Record<string, object>);
      const described = named.map(([name, it]) => [name, { ...it, description: 'Something else.' }]);
      editJson('catalogue.json', { description: 'Described otherwise.', categories: Object.fromEntries(described) });
    };
    expect(await reusedBy(edit)).toEqual(['oats', 'rye', 'spelt', 'wheat']);
  }, 60_000);

  test('are reused if the home page shows the chart of another dataset, or of none of the wished', async () => {
    const all = ['oats', 'rye', 'spelt', 'wheat'];
    const shown = (): string | undefined => /<figure class="featured">.*?<\/figure>/s.exec(read('index.html'))?.[0];
    expect(shown()).toContain('/datasets/oats/');
    expect(await reusedBy(() => editJson('catalogue.json', { featured: 'spelt' }))).toEqual(all);
    expect(shown()).toMatch(/Prices of spelt.* class="chart chart-narrow".*\/datasets\/spelt\//s);
    const chart = { type: 'none' };
    expect(await reusedBy(() => editJson('economy/spelt.meta.json', { chart }))).toEqual(['oats', 'rye', 'wheat']);
    expect(shown()).toContain('/datasets/oats/');
    // The hint comes back with each build.
    expect([await build(), await build()]).toEqual(Array(2).fill(expect.stringContaining('which has no chart')));
    editJson('catalogue.json', { featured: undefined });
    editJson('economy/spelt.meta.json', { chart: undefined });
    await build();
  }, 120_000);

  test('are rendered again if a style sheet and pages of the publisher begin to exist, and reused if only these change', async () => {
    const write = (edition: string): void =>
      writeFiles(rawData, {
        'theme.css': `:root { --accent: ${edition === 'first' ? 'navy' : 'maroon'} }`,
        'home.md': `The ${edition} edition.`,
        'pages/about.md': `# About us\n\nThe ${edition} text.`,
      });
    expect(await reusedBy(() => write('first'))).toEqual([]);
    for (const path of ['datasets/rye/index.html', 'embed/rye/index.html', 'index.html']) {
      expect(read(path)).toContain('<link rel="stylesheet" href="/theme.css">');
    }
    expect(read('datasets/rye/index.html')).toContain('<a href="/pages/about/">About us</a>');
    expect(await reusedBy(() => write('second'))).toEqual(['oats', 'rye', 'spelt', 'wheat']);
    expect([read('theme.css'), read('index.html'), read('pages/about/index.html')]).toEqual([
      expect.stringContaining('maroon'),
      expect.stringContaining('The second edition.'),
      expect.stringContaining('The second text.'),
    ]);
  }, 60_000);

  test('are made again if somebody has changed them, and the other ones are reused', async () => {
    const sound = comparable(out);
    const before = identities();
    const page = join(out, 'client/datasets/wheat/index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('Prices', 'Prizes!'));
    rmSync(join(out, 'client/datasets/spelt/chart.png'));
    // With its old time and size, only reading shows the change.
    const drawing = join(out, 'client/datasets/rye/chart.svg');
    const { mtimeMs } = statSync(drawing);
    writeFileSync(drawing, readFileSync(drawing, 'utf8').replace('Prices', 'Prizes'));
    const seconds = (Math.floor(mtimeMs) + 0.5) / 1000;
    utimesSync(drawing, seconds, seconds);
    await build(out, '--verify');
    expect(comparable(out)).toEqual(sound);
    const kept = [...identities()].filter(([path, identity]) => before.get(path) === identity);
    expect([...new Set(kept.map(([path]) => path.split('/')[1]))]).toEqual(['oats']);
  }, 60_000);

  test('are rendered again without the pictures if these are turned off, and with them as soon as the machine can draw them', async () => {
    const unable = join(folder, 'unable.cjs');
    writeFileSync(
      unable,
      "const it = require('module'); const { _load } = it; it._load = (name, ...rest) => { if (name.includes('resvg')) throw new Error('no such module'); return _load(name, ...rest); };",
    );
    const args = ['--raw-data', rawData, '--out', out, '--site', 'https://data.example.org'];
    await runCommand('build', [...args, '--no-pictures']);
    expect([...identities().keys()].filter((path) => path.endsWith('.png'))).toEqual([]);
    expect(read('datasets/oats/index.html')).not.toContain('og:image');
    const without = await runCommand('build', args, { NODE_OPTIONS: `--require ${unable}` });
    expect([without.code, without.stderr]).toEqual([0, expect.stringContaining('pictures-unavailable')]);
    expect([...identities().keys()].filter((path) => path.endsWith('.png'))).toEqual([]);
    const mended = await runCommand('build', args);
    expect([mended.code, mended.stderr]).toEqual([0, expect.not.stringContaining('pictures-unavailable')]);
    expect([...identities().keys()]).toContain('datasets/oats/chart.png');
    expect((await runCommand('build', args)).stderr).toContain('up to date');
  }, 60_000);
});

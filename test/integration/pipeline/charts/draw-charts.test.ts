import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import type { ChartDocument } from '../../../../src/contract/chart-document.ts';
import { chartPageFile } from '../../../../src/contract/routes.ts';
import type { Layout } from '../../../../src/model.ts';
import { buildApi } from '../../../../src/pipeline/build-api.ts';
import { drawCharts } from '../../../../src/pipeline/charts/draw-charts.ts';
import { folderOutput } from '../../../../src/pipeline/output/folder-output.ts';
import { type Problem, ProblemError } from '../../../../src/problems/problem.ts';
import {
  folderWith,
  rawDataWith,
  sidecarWith,
  withSidecar,
  writeFiles,
} from '../../../support/builds/raw-data-folder.ts';

/** Values by year, on more than one page. */
const YEARS = Array.from({ length: 250 }, (_, at) => `${1760 + at},${(at * 37) % 101}.5\n`).join('');
/** Every value is another text, so there is nothing to draw. */
const NOTES = Array.from({ length: 20 }, (_, at) => `note ${'x'.repeat(at)} and more\n`).join('');

const COLUMNS = { year: { description: 'Year' }, price: { description: 'Price of wheat', unit: 'shillings' } };
/** Enough for a second thread to be worth starting. */
const NAMES = ['alpha', 'beta', 'gamma', ...Array.from({ length: 12 }, (_, at) => `more-${10 + at}`)];

function rawData(): string {
  const tables = NAMES.flatMap((name) => [
    [`economy/${name}.csv`, `year,price\n${YEARS}`],
    [`economy/${name}.meta.json`, sidecarWith({ name: `Prices of <${name}>`, columns: COLUMNS })],
  ]);
  return rawDataWith({
    ...Object.fromEntries(tables),
    ...withSidecar('economy/notes', `note\n${NOTES}`, { columns: { note: { description: 'A note' } } }),
  });
}

/** Publishes the raw data into a new folder. */
function publishedIn(layout: Layout, folderOfData = rawData()): string {
  const folder = join(folderWith({}), 'client');
  const report = buildApi(
    { rawData: folderOfData, site: { prefix: '/', pageSizes: [100], layout, formats: [] } },
    folderOutput(folder),
  );
  expect(report).toMatchObject({ ok: true, published: true });
  return folder;
}

/** Draws charts, by default without pictures and on one thread, and gives what is reported. */
async function draw(
  folder: string,
  layout: Layout,
  { pictures = false, threads = 1, configs = [...NAMES, 'notes'] as readonly string[] } = {},
): Promise<Problem[]> {
  const catalogue = { language: 'en', direction: 'ltr', layout } as const;
  return (await drawCharts(folder, { configs, catalogue, pictures, threads, progress: () => {} })).problems;
}

/** The problem that a step throws. */
async function problemOf(step: Promise<unknown>): Promise<Problem | null> {
  try {
    await step;
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
}

function filesIn(folder: string): Map<string, string> {
  const root = join(folder, 'datasets');
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('.'))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

describe('the charts of published datasets', () => {
  test('are the same from pages and from chunks, on one thread and on two', async () => {
    const pages = publishedIn('pages');
    expect(await draw(pages, 'pages')).toEqual([]);
    expect([...filesIn(pages).keys()]).toEqual(NAMES.flatMap((name) => [`${name}/chart.json`, `${name}/chart.svg`]));
    const packed = publishedIn('packed');
    expect(await draw(packed, 'packed', { threads: 2 })).toEqual([]);
    expect(filesIn(packed)).toEqual(filesIn(pages));
  });

  test('show every record, and what the publisher says', async () => {
    const folder = publishedIn('pages');
    await draw(folder, 'pages', { configs: ['alpha'] });
    const document = JSON.parse(readFileSync(join(folder, 'datasets/alpha/chart.json'), 'utf8')) as ChartDocument;
    expect(document).toMatchObject({ kind: 'lines', title: 'Prices of <alpha>', unit: 'shillings', span: '1760–2009' });
    expect(document.series[0]?.values.length).toBe(250);
    expect(document.series[0]?.values.at(-1)).toBe(((249 * 37) % 101) + 0.5);
    const svg = readFileSync(join(folder, 'datasets/alpha/chart.svg'), 'utf8');
    expect(svg).toContain('Prices of &lt;alpha&gt;');
    expect(svg).toContain('An institution');
  });

  test('are drawn as pictures of 1200 × 630 pixels too, always with the same bytes', async () => {
    const folder = publishedIn('pages');
    await draw(folder, 'pages', { pictures: true, configs: ['beta'] });
    const file = join(folder, 'datasets/beta/chart.png');
    const png = readFileSync(file);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // Section 11.2.2 of the specification of PNG: width and height begin the header's chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    // A picture without text would be much smaller: the font was found.
    expect(png.length).toBeGreaterThan(20_000);
    for (const made of ['datasets', 'drawn']) rmSync(join(folder, made), { recursive: true });
    await draw(folder, 'pages', { pictures: true, configs: ['beta'] });
    expect(readFileSync(file).equals(png)).toBe(true);
  });

  test('that cannot be drawn are reported by the name of their dataset, and hold up no other', async () => {
    const folder = publishedIn('pages');
    writeFileSync(join(folder, 'v1/datasets/beta/limit/100/offset/200.json'), 'damaged');
    const problems = await draw(folder, 'pages');
    expect(problems).toMatchObject([{ severity: 'hint', code: 'chart-failed', file: null }]);
    expect(problems[0]?.message).toContain('beta');
    expect(existsSync(join(folder, 'datasets/beta'))).toBe(false);
    expect(readdirSync(join(folder, 'datasets'))).toEqual(NAMES.filter((name) => name !== 'beta'));
  });

  test('lack series that the publisher names but the data does not have: the names are reported, and the rules choose', async () => {
    const folder = publishedIn('pages');
    const path = join(folder, 'v1/datasets/alpha/about.json');
    const about = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...about, chart: { type: 'line', show: ['Atlantis'] } }));
    const problems = await draw(folder, 'pages');
    expect(problems).toMatchObject([{ severity: 'hint', code: 'chart-failed', file: null }]);
    expect(problems[0]?.message).toContain('alpha');
    expect(problems[0]?.message).toContain('"Atlantis"');
    const drawn = readFileSync(join(folder, 'datasets/alpha/chart.json'), 'utf8');
    expect(JSON.parse(drawn)).toMatchObject({ kind: 'lines', caption: '', series: [{ shown: true }] });
  });

  test('propose how totals that they leave out can be drawn, by a line that draws them', async () => {
    const regions = ['World', 'Asia', 'Europe'].flatMap((name, at) =>
      [2001, 2002, 2003].map((year) => `${name},${year},${100 - 30 * at + year / 1000},${year * at}\n`),
    );
    const csv = `region,year,output,sheep\n${regions.join('')}`;
    const folder = publishedIn('pages', rawDataWith(withSidecar('economy/alpha', csv)));
    const page = (): string => readFileSync(join(folder, chartPageFile('alpha')), 'utf8');
    const [problem] = await draw(folder, 'pages', { configs: ['alpha'] });
    expect(problem).toMatchObject({ severity: 'hint', code: 'totals-apart' });
    expect(problem?.message).toContain('alpha does not draw totals beside their parts: World');
    const line = problem?.help?.match(/"chart": (\{.*\})\.$/)?.[1] ?? '';
    expect(JSON.parse(page()).others).toEqual([['sheep', 'Sheep']]);
    const path = join(folder, 'v1/datasets/alpha/about.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), chart: JSON.parse(line) }));
    for (const made of ['datasets', 'drawn']) rmSync(join(folder, made), { recursive: true });
    expect(await draw(folder, 'pages', { configs: ['alpha'] })).toEqual([]);
    const { series } = JSON.parse(readFileSync(join(folder, 'datasets/alpha/chart.json'), 'utf8')) as ChartDocument;
    expect(series.filter(({ shown }) => shown).map(({ name }) => name)).toEqual(['World', 'Asia', 'Europe']);
  });

  test('stop the build if they cannot be written', async () => {
    const folder = publishedIn('pages');
    writeFiles(folder, { datasets: 'in the way' });
    await expect(draw(folder, 'pages')).rejects.toThrow(/cannot write/);
  });
});

describe('the pictures of charts', () => {
  test('are drawn of each dataset that has a chart, and are the same on one thread and on two', async () => {
    const [one, two] = [publishedIn('pages'), publishedIn('pages')];
    expect(await draw(one, 'pages', { pictures: true })).toEqual([]);
    const files = NAMES.flatMap((name) => [`${name}/chart.json`, `${name}/chart.png`, `${name}/chart.svg`]);
    expect([...filesIn(one).keys()]).toEqual(files);
    await draw(two, 'pages', { pictures: true, threads: 2 });
    expect(filesIn(two)).toEqual(filesIn(one));
  });

  test('are left out, with a hint, if their fonts lack letters, also if the chart is that of the last build', async () => {
    const folder = publishedIn('pages');
    const path = join(folder, 'v1/datasets/alpha/profile.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Prices of <alpha>', '小麦价格'));
    for (const _ of ['drawn', 'kept']) {
      const problems = await draw(folder, 'pages', { pictures: true, configs: ['alpha'] });
      expect(problems).toMatchObject([{ severity: 'hint', code: 'picture-omitted', file: null }]);
      expect([...filesIn(folder).keys()]).toEqual(['alpha/chart.json', 'alpha/chart.svg']);
      rmSync(join(folder, 'drawn'), { recursive: true });
    }
  });

  test.each([1, 2])(
    'stop the build if one cannot be drawn, since its page links to it; on threads: %i',
    async (threads) => {
      const folder = publishedIn('pages');
      mkdirSync(join(folder, 'datasets/beta/chart.png'), { recursive: true });
      const problem = await problemOf(draw(folder, 'pages', { pictures: true, threads }));
      expect(problem).toMatchObject({ severity: 'error', code: 'picture-failed', file: null });
      expect(problem?.message).toContain('could not draw the chart picture that the page of beta links to');
      expect(problem?.help).toContain('--no-pictures');
    },
  );
});

describe('a machine without the renderer of pictures, which is a native module', () => {
  const REASON = "Cannot find module '@resvg/resvg-js-plan9-x64'";

  /** Lets every package that is loaded on this thread be absent, and counts the attempts. */
  function withoutPackages(): MockInstance {
    const loader = Module as unknown as { _load: () => unknown };
    const load = vi.spyOn(loader, '_load').mockImplementation(() => {
      throw new Error(REASON);
    });
    onTestFinished(() => load.mockRestore());
    return load;
  }

  test('draws charts without pictures, and says once why', async () => {
    const folder = publishedIn('pages');
    const load = withoutPackages();
    const problems = await draw(folder, 'pages', { configs: ['alpha', 'beta'], pictures: true });
    load.mockRestore();
    expect(problems).toMatchObject([{ severity: 'hint', code: 'pictures-unavailable', file: null }]);
    expect(problems[0]?.message).toContain(REASON);
    expect(problems[0]?.help).toContain('--no-pictures');
    expect([...filesIn(folder).keys()]).toEqual(
      ['alpha', 'beta'].flatMap((it) => [`${it}/chart.json`, `${it}/chart.svg`]),
    );
  });

  test('needs it neither without pictures nor without anything to draw', async () => {
    const folder = publishedIn('pages');
    const load = withoutPackages();
    expect(await draw(folder, 'pages', { configs: ['alpha'] })).toEqual([]);
    expect(await draw(folder, 'pages', { configs: [], pictures: true })).toEqual([]);
    expect(load).not.toHaveBeenCalled();
  });
});

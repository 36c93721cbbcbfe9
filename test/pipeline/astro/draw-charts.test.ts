import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCharts } from '../../../src/astro/draw-charts.ts';
import { buildApi } from '../../../src/build/build-api.ts';
import { folderOutput } from '../../../src/build/output/folder-output.ts';
import type { Layout } from '../../../src/model.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import type { ChartDocument } from '../../../src/site/charts/chart-data.ts';
import { folderWith, rawDataWith, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';

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
    'economy/notes.csv': `note\n${NOTES}`,
    'economy/notes.meta.json': sidecarWith({ columns: { note: { description: 'A note' } } }),
  });
}

/** Publishes the raw data into a new folder. */
function publishedIn(layout: Layout): string {
  const folder = join(folderWith({}), 'client');
  const report = buildApi(
    { rawData: rawData(), site: { prefix: '/', pageSizes: [100], layout, formats: [] } },
    folderOutput(folder),
  );
  expect(report).toMatchObject({ ok: true, published: true });
  return folder;
}

function draw(
  folder: string,
  layout: Layout,
  { pictures = false, threads = 1, configs = [...NAMES, 'notes'] } = {},
): Problem[] {
  const catalogue = { language: 'en', direction: 'ltr', layout } as const;
  return startCharts(folder, { configs, catalogue, pictures, threads, progress: () => {} }).finish();
}

function filesIn(folder: string): Map<string, string> {
  const root = join(folder, 'datasets');
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('.'))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

describe('the charts of published datasets', () => {
  test('are the same from pages and from chunks, on one thread and on two', () => {
    const pages = publishedIn('pages');
    expect(draw(pages, 'pages')).toEqual([]);
    expect([...filesIn(pages).keys()]).toEqual(NAMES.flatMap((name) => [`${name}/chart.json`, `${name}/chart.svg`]));
    const packed = publishedIn('packed');
    expect(draw(packed, 'packed', { threads: 2 })).toEqual([]);
    expect(filesIn(packed)).toEqual(filesIn(pages));
  });

  test('show every record, and what the publisher says', () => {
    const folder = publishedIn('pages');
    draw(folder, 'pages', { configs: ['alpha'] });
    const document = JSON.parse(readFileSync(join(folder, 'datasets/alpha/chart.json'), 'utf8')) as ChartDocument;
    expect(document).toMatchObject({ kind: 'lines', title: 'Prices of <alpha>', unit: 'shillings', span: '1760–2009' });
    expect(document.series[0]?.values.length).toBe(250);
    expect(document.series[0]?.values.at(-1)).toBe(((249 * 37) % 101) + 0.5);
    const svg = readFileSync(join(folder, 'datasets/alpha/chart.svg'), 'utf8');
    expect(svg).toContain('Prices of &lt;alpha&gt;');
    expect(svg).toContain('An institution');
  });

  test('are drawn as pictures of 1200 × 630 pixels too, always with the same bytes', () => {
    const folder = publishedIn('pages');
    draw(folder, 'pages', { pictures: true, configs: ['beta'] });
    const file = join(folder, 'datasets/beta/chart.png');
    const png = readFileSync(file);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // Section 11.2.2 of the specification of PNG: width and height begin the header's chunk.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    // A picture without text would be much smaller: the font was found.
    expect(png.length).toBeGreaterThan(20_000);
    rmSync(join(folder, 'datasets'), { recursive: true });
    draw(folder, 'pages', { pictures: true, configs: ['beta'] });
    expect(readFileSync(file).equals(png)).toBe(true);
  });

  test('that cannot be drawn are reported by the name of their dataset, and hold up no other', () => {
    const folder = publishedIn('pages');
    writeFileSync(join(folder, 'v1/datasets/beta/limit/100/offset/200.json'), 'damaged');
    const problems = draw(folder, 'pages');
    expect(problems).toMatchObject([{ severity: 'hint', code: 'chart-failed', file: null }]);
    expect(problems[0]?.message).toContain('beta');
    expect(existsSync(join(folder, 'datasets/beta'))).toBe(false);
    expect(readdirSync(join(folder, 'datasets'))).toEqual(NAMES.filter((name) => name !== 'beta'));
  });

  test('lack series that the publisher names but the data does not have: the names are reported, and the rules choose', () => {
    const folder = publishedIn('pages');
    const path = join(folder, 'v1/datasets/alpha/about.json');
    const about = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...about, chart: { type: 'line', show: ['Atlantis'] } }));
    const problems = draw(folder, 'pages');
    expect(problems).toMatchObject([{ severity: 'hint', code: 'chart-failed', file: null }]);
    expect(problems[0]?.message).toContain('alpha');
    expect(problems[0]?.message).toContain('"Atlantis"');
    const drawn = readFileSync(join(folder, 'datasets/alpha/chart.json'), 'utf8');
    expect(JSON.parse(drawn)).toMatchObject({ kind: 'lines', caption: '', series: [{ shown: true }] });
  });

  test('are no longer written once the work is ended', () => {
    const folder = publishedIn('pages');
    const configs = [...NAMES, 'notes'];
    const catalogue = { language: 'en', direction: 'ltr', layout: 'pages' } as const;
    const options = { configs, catalogue, pictures: true, threads: 2, progress: () => {} };
    const charts = startCharts(folder, options);
    charts.stop();
    const left = existsSync(join(folder, 'datasets')) ? filesIn(folder).size : 0;
    // As long as drawing all of them takes.
    startCharts(publishedIn('pages'), options).finish();
    expect(existsSync(join(folder, 'datasets')) ? filesIn(folder).size : 0).toBe(left);
  });

  test('stop the build if they cannot be written', () => {
    const folder = publishedIn('pages');
    writeFiles(folder, { datasets: 'in the way' });
    expect(() => draw(folder, 'pages')).toThrow(/cannot write/);
  });
});

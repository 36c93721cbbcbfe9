import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawChart } from '../../src/charts/draw-chart.ts';
import { CHART_SIZE, NARROW_SIZE } from '../../src/charts/drawing/frame.ts';
import type { ChartDocument } from '../../src/contract/chart-document.ts';
import { escapeXml } from '../../src/contract/escape-xml.ts';
import { chartFile } from '../../src/contract/routes.ts';
import { TEXTS } from '../../src/texts/texts.ts';
import { describeChart, type GalleryTable, readGallery } from '../../test/support/builds/gallery.ts';

const STYLES = ['base', 'chart'].map((name) => `src/site/styles/${name}.css`);
const OWN_STYLES = `
  section { padding: 1rem 2rem; background: var(--paper); }
  .both { display: grid; grid-template-columns: 20fr 20fr 9fr; gap: 1rem; }
  .both > div { padding: .5rem; background: var(--paper); }
  pre { white-space: pre-wrap; font-size: .8rem; color: inherit; }
  .differs { outline: 3px solid red; }`;

/**
 * Publishes the tables of the gallery as a catalogue, and draws their charts on one page: light, dark and for phones, each below what is
 * expected of it. What differs from that has a red frame. Returns the path of the page, which is written into `folder`.
 */
export function drawGallery(folder: string): string {
  const scratch = mkdtempSync(join(tmpdir(), 'almanac-gallery-'));
  try {
    const tables = readGallery();
    const rawData = join(scratch, 'raw-data');
    mkdirSync(join(rawData, 'gallery'), { recursive: true });
    const categories = { gallery: { title: 'Gallery', description: 'Tables of many kinds.' } };
    writeFileSync(
      join(rawData, 'catalogue.json'),
      JSON.stringify({ title: 'Gallery', description: 'Charts.', categories }),
    );
    for (const { name, csv, sidecar } of tables) {
      const source = { description: 'A table.', source: 'An institution', url: 'https://example.org', license: 'CC0' };
      writeFileSync(join(rawData, 'gallery', `${name}.csv`), csv);
      writeFileSync(join(rawData, 'gallery', `${name}.meta.json`), JSON.stringify({ ...source, ...sidecar }));
    }
    const out = join(scratch, 'out');
    const build = ['scripts/run.js', 'build', '--raw-data', rawData, '--out', out, '--quiet', '--formats', ''];
    execFileSync(process.execPath, build, { stdio: 'pipe' });
    const sections = tables.map((table) => sectionOf(table, join(out, 'client', chartFile('data', table.name))));
    const styles = [...STYLES.map((path) => readFileSync(path, 'utf8')), OWN_STYLES].join('\n');
    mkdirSync(folder, { recursive: true });
    const page = join(folder, 'charts.html');
    writeFileSync(page, `<!doctype html><meta charset="utf-8"><style>${styles}</style>${sections.join('\n')}\n`);
    return page;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function sectionOf({ name, expected }: GalleryTable, file: string): string {
  const chart = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ChartDocument) : null;
  const found = describeChart(chart);
  const draw = (scheme: string, size: { width: number; height: number }): string => {
    const options = { ...size, source: '', license: null, texts: TEXTS.en.chart, language: 'en', id: name };
    return `<div style="color-scheme: ${scheme}">${chart ? drawChart(chart, options) : ''}</div>`;
  };
  const drawings = [draw('light', CHART_SIZE), draw('dark', CHART_SIZE), draw('light', NARROW_SIZE)].join('');
  const differs = found === expected ? '' : ' class="differs"';
  return `<section id="${name}"${differs}><h2>${name}</h2><pre>${escapeXml(expected)}</pre><div class="both">${drawings}</div></section>`;
}

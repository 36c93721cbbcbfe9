import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartDocument } from '../../../src/contract/chart-document.ts';

/*
 * Each file in test/gallery is a table and the chart that is expected of it, in three parts with a line `---` between them: members of the
 * sidecar as JSON, the chart as `describeChart` writes it, and the CSV. `npm run screenshots -- --charts` draws them all on one page.
 */

export const GALLERY = 'test/gallery';

export interface GalleryTable {
  /** Name of the file, without its ending. */
  name: string;
  sidecar: Readonly<Record<string, unknown>> & { name: string };
  /** Empty if nobody has looked at the chart yet. */
  expected: string;
  csv: string;
}

export function readGallery(): GalleryTable[] {
  const files = readdirSync(GALLERY).sort();
  return files.map((file) => {
    const parts = readFileSync(join(GALLERY, file), 'utf8').split(/^---\n/m);
    const [sidecar = '', expected = '', csv = ''] = parts;
    if (parts.length !== 3) throw new Error(`${GALLERY}/${file} has ${parts.length} parts instead of 3`);
    return { name: file.replace(/\.txt$/, ''), sidecar: JSON.parse(sidecar), expected, csv };
  });
}

/** A chart in a few lines: its kind, measure, axis, bars or series in their order, and caption. */
export function describeChart(chart: ChartDocument | null): string {
  if (!chart) return 'no chart\n';
  const { kind, title, measure, unit, caption, x, series } = chart;
  const [first, last] = [x.labels[0], x.labels.at(-1)];
  const shown = series.filter((one) => one.shown);
  const [one] = shown;
  const values = one?.values ?? [];
  const bars = x.labels.map((label, index) => (shown.length > 1 ? label : `${label} ${values[index]}`));
  const isPoints = kind === 'lines' && shown.every(({ reach }) => reach === 0);
  const isStepped = shown.every((one) => one.isStepped);
  const others = series.length - shown.length;
  const lines = [
    [
      isPoints ? 'points' : isStepped ? (kind === 'lines' ? 'steps' : `${kind} of steps`) : kind,
      measure === null || measure === title ? '' : measure,
      unit === null ? '' : `in ${unit}`,
    ],
    x.kind === 'category'
      ? [`bars: ${x.title}`, bars.join(', ')]
      : [`x: ${x.title}`, `${x.kind} from ${first} to ${last}`, `${x.labels.length} steps`],
    ...(kind === 'lines' || shown.length > 1
      ? [[`series: ${chart.choice ?? '–'}`, shown.map(({ name }) => name).join(', '), others ? `${others} more` : '']]
      : []),
    ...(caption === '' ? [] : [[`caption: ${caption}`]]),
  ];
  return lines.map((parts) => `${parts.filter((part) => part !== '').join(' | ')}\n`).join('');
}

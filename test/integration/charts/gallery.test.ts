import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChartChoice } from '../../../src/model.ts';
import { chartOf } from '../../support/builds/chart-of.ts';
import { describeChart, GALLERY, readGallery } from '../../support/builds/gallery.ts';

const tables = readGallery();

test('the gallery has tables of all kinds', () => expect(tables.length).toBeGreaterThanOrEqual(80));

test.each(tables)('gallery: $name', ({ name, sidecar, expected, csv }) => {
  const found = describeChart(chartOf(csv, sidecar, { choice: (sidecar.chart as ChartChoice) ?? null }).chart);
  if (expected === '' && !process.env.CI) {
    const file = join(GALLERY, `${name}.txt`);
    writeFileSync(file, `${JSON.stringify(sidecar, null, 2)}\n---\n${found}---\n${csv}`);
    expect.unreachable(`${file} had no chart and it has been written: read it, and keep it if it is right`);
  }
  expect(found).toBe(expected);
});

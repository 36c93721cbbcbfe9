import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, inject, test } from 'vitest';
import { readCsv } from '../../support/tables/read-csv.ts';
import { cellOf, readPage, readRecord, type WrittenRecord } from '../../support/tables/read-page.ts';
import { expectedRealColumn, type RealDataset, realDatasets, sidecarOf } from '../../support/tables/real-data.ts';

const PAGE = 100;
const published = join(inject('builtSite'), 'client/v1');

test('the project has 25 datasets, and all are published', () => {
  const configs = realDatasets().map(({ config }) => config);
  expect(configs).toHaveLength(25);
  expect(configs.filter((config) => !existsSync(join(published, `datasets/${config}.json`)))).toEqual([]);
});

describe.each(realDatasets())('the pages of $config', (dataset) => {
  const [header = [], ...rows] = readCsv(readFileSync(dataset.csv, 'utf8'));

  test('hold every record of the file, digit for digit, in the order of rows and columns', () => {
    const sidecar = sidecarOf(dataset);
    const columns = header.map((name, cell) => {
      const cells = rows.map((row) => row[cell] as string);
      return expectedRealColumn(name, cells, sidecar).tokens;
    });
    let difference: unknown = null;
    let read = 0;
    for (let offset = 0; offset < rows.length; offset += PAGE) {
      for (const { names, tokens } of pageAt(dataset, offset).records) {
        const expected = columns.map((column) => column[read]);
        const same = names.every((name, at) => name === header[at]) && tokens.every((it, at) => it === expected[at]);
        if (!same || names.length !== header.length) difference ??= { row: read, names, tokens, header, expected };
        read += 1;
      }
    }
    expect(difference).toBeNull();
    expect(read).toBe(rows.length);
  });

  test('are the same as the downloads, to readers that are not ours', () => {
    const { downloads } = JSON.parse(
      readFileSync(join(published, `datasets/${dataset.config}/downloads.json`), 'utf8'),
    );
    const texts = new Map<string, string>();
    for (const { format, url, rows: count, bytes, sha256 } of downloads) {
      const body = readFileSync(join(published, '..', url));
      expect([format, count, bytes, sha256]).toEqual([format, rows.length, body.length, hash('sha256', body)]);
      texts.set(format, body.toString('utf8'));
    }
    const records = pagesOf(dataset, rows.length);
    const lines = (texts.get('ndjson') ?? '').split('\n').slice(0, -1).map(readRecord);
    expect(lines.findIndex(({ names, tokens }, at) => !isSame(records[at], { names, tokens }))).toBe(-1);
    const [names, ...cells] = parse(texts.get('csv') ?? '', { record_delimiter: '\r\n' });
    expect([names, lines.length, cells.length]).toEqual([header, rows.length, rows.length]);
    const wrong = cells.findIndex((row, at) => row.join('\0') !== records[at]?.tokens.map(cellOf).join('\0'));
    expect(wrong).toBe(-1);
  });
});

/** All records of a dataset, from its pages. */
function pagesOf(dataset: RealDataset, count: number): WrittenRecord[] {
  const pages = Array.from({ length: Math.ceil(count / PAGE) }, (_, page) => pageAt(dataset, page * PAGE).records);
  return pages.flat();
}

function isSame(a: WrittenRecord | undefined, b: WrittenRecord): boolean {
  return a !== undefined && a.names.join('\0') === b.names.join('\0') && a.tokens.join('\0') === b.tokens.join('\0');
}

function pageAt({ config }: RealDataset, offset: number): ReturnType<typeof readPage> {
  return readPage(readFileSync(join(published, `datasets/${config}/limit/${PAGE}/offset/${offset}.json`), 'utf8'));
}

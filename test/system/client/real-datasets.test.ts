import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { open } from '../../../src/client/open.ts';
import { fetchFrom } from '../../support/client/host.ts';
import { Digits, parseKeepingDigits } from '../../support/tables/parse-keeping-digits.ts';

const client = join(inject('builtSite'), 'client');

const fetch = fetchFrom(async (path) => {
  const body = await readFile(join(client, path), 'utf8').catch(() => null);
  return body === null ? new Response('', { status: 404 }) : new Response(body);
});

/** Some records of a dataset in its page files, from a multiple of 100 on; numbers as texts. */
async function recordsIn(config: string, offset: number, end: number): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for (let at = offset; at < end; at += 100) {
    const text = await readFile(join(client, `v1/datasets/${config}/limit/100/offset/${at}.json`), 'utf8');
    records.push(...(parseKeepingDigits(text) as { results: Record<string, unknown>[] }).results);
  }
  for (const record of records) {
    for (const [name, cell] of Object.entries(record)) if (cell instanceof Digits) record[name] = cell.text;
  }
  return records.slice(0, end - offset);
}

test('every dataset of the catalogue is read with all digits, at its beginning and from its middle', async () => {
  const catalogue = await open('http://host/', { fetch });
  expect(catalogue.datasets.length).toBeGreaterThan(20);
  for (const { config, row_count } of catalogue.datasets) {
    for (const offset of [0, Math.floor(row_count / 200) * 100]) {
      const rows = await catalogue.dataset(config).toArray({ offset, limit: 350, numbers: 'text' });
      const expected = await recordsIn(config, offset, Math.min(offset + 350, row_count));
      expect(expected.length, config).toBeGreaterThan(0);
      expect(JSON.stringify(rows) === JSON.stringify(expected), config).toBe(true);
    }
  }
});

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

interface Page {
  results: Record<string, unknown>[];
  links: { next: string | null };
}

/** The records of a dataset, found by following the links of its pages; numbers as texts. */
async function recordsByLinks(config: string): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  for (let path: string | null = `/v1/datasets/${config}.json`; path !== null; ) {
    const page = parseKeepingDigits(await readFile(join(client, path), 'utf8')) as Page;
    records.push(...page.results);
    path = page.links.next;
  }
  for (const record of records) {
    for (const [name, cell] of Object.entries(record)) if (cell instanceof Digits) record[name] = cell.text;
  }
  return records;
}

test('every dataset of the catalogue is read whole, with all digits', { timeout: 60_000 }, async () => {
  const catalogue = await open('http://host/', { fetch });
  expect(catalogue.datasets.length).toBeGreaterThan(20);
  for (const { config, row_count } of catalogue.datasets) {
    const rows = await catalogue.dataset(config).toArray({ numbers: 'text' });
    expect(rows.length, config).toBe(row_count);
    expect(JSON.stringify(rows) === JSON.stringify(await recordsByLinks(config)), config).toBe(true);
  }
});

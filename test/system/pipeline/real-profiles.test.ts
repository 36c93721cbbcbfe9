import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { DEFAULT_LIMIT, datasetFile, pageFile, pageOffsets } from '../../../src/contract/routes.ts';
import { faultsOf, readProfile } from '../../support/tables/profile-oracle.ts';
import { readPage } from '../../support/tables/read-page.ts';
import { realDatasets } from '../../support/tables/real-data.ts';

const client = join(inject('builtSite'), 'client');

test.each(realDatasets())('the profile of $config follows from its records', ({ config }) => {
  const profile = readProfile(readFileSync(join(client, datasetFile('profile', config)), 'utf8'));
  const collection = { kind: 'records', config } as const;
  const columns: string[][] = profile.columns.map(() => []);
  for (const offset of pageOffsets(Number(profile.row_count.text), DEFAULT_LIMIT)) {
    const text = readFileSync(join(client, pageFile(collection, { limit: DEFAULT_LIMIT, offset })), 'utf8');
    for (const { tokens } of readPage(text).records)
      for (const [at, token] of tokens.entries()) columns[at]?.push(token);
  }
  expect(profile.columns.flatMap((column, at) => faultsOf(column, columns[at] as string[]))).toEqual([]);
  const key = profile.key_columns?.map(
    (name) => columns[profile.columns.findIndex((it) => it.name === name)] as string[],
  );
  const keys = (columns[0] as string[]).map((_, record) => JSON.stringify(key?.map((tokens) => tokens[record])));
  if (key) expect(new Set(keys).size).toBe(keys.length);
});

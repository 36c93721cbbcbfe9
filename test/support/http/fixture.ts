import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Site } from '../../../src/contract/routes.ts';
import { nodeCompressors } from '../../../src/hosts/node/compressors.ts';
import { folderOpener, folderReader } from '../../../src/hosts/node/published-folder.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { folderForAll, sidecarWith, writeFiles } from '../builds/raw-data-folder.ts';
import { type Answer, type AskOptions, askServer } from './raw-request.ts';
import { serveApi } from './serve-api.ts';

/** Text of a CSV file with a number and a text in each row. */
export function numberedRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `${index},row ${index}\n`);
  return `n,text\n${rows.join('')}`;
}

/** A small catalogue, served for the tests of one file. */
export interface Fixture {
  /** The folder that a static host would serve. */
  client: string;
  ask(path: string, options?: AskOptions): Promise<Answer>;
}

/**
 * Publishes CSV files, given as texts by `category/config`, and serves them while a file's tests run. A request outside the API gets 418,
 * so a test sees that it was passed on.
 */
export function useFixture(tables: Record<string, string>, site: Site): Fixture {
  const folder = folderForAll();
  const client = join(folder, 'client');
  let server: Server;
  let url = '';
  beforeAll(async () => {
    publishTables(tables, client, site);
    const api = createApi(folderReader(client), { open: folderOpener(client), compressors: nodeCompressors });
    ({ server, url } = await serveApi(api));
  });
  afterAll(() => server.close());
  return { client, ask: (path, options) => askServer(url, path, options) };
}

/** Publishes CSV files, given as texts by `category/config`, into a folder that does not exist yet. */
export function publishTables(tables: Record<string, string>, client: string, site: Site): void {
  const names = new Set(Object.keys(tables).map((name) => dirname(name)));
  const categories = [...names].map((name) => [name, { title: name, description: `All about ${name}.` }]);
  const rawData = mkdtempSync(join(tmpdir(), 'almanac-raw-data-'));
  writeFiles(rawData, {
    'catalogue.json': JSON.stringify({
      title: 'Fixture',
      description: 'For tests.',
      categories: Object.fromEntries(categories),
    }),
    ...Object.fromEntries(
      Object.entries(tables).flatMap(([name, text]) => [
        [`${name}.csv`, text],
        [`${name}.meta.json`, sidecarWith({ name: `Title of ${name}`, description: 'Numbered rows.' })],
      ]),
    ),
  });
  const { ok, problems } = buildApi({ rawData, site }, folderOutput(client));
  rmSync(rawData, { recursive: true });
  if (!ok) throw new Error(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
}

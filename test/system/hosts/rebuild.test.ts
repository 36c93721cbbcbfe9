import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildApi } from '../../../src/build/build-api.ts';
import { folderOutput } from '../../../src/build/output/folder-output.ts';
import { swapFolder } from '../../../src/build/output/swap-folder.ts';
import type { BuildReport } from '../../../src/build/report.ts';
import { addressOf, apiListener, listen, memoryCache, nodeCompressors } from '../../../src/hosts/node/listener.ts';
import { folderReader, folderVersion } from '../../../src/hosts/node/published-folder.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { type Answer, askServer } from '../../support/http/raw-request.ts';

/** Publishes a table of 250 rows that all say which edition they are of; what is as in a former folder is taken over. */
function publish(edition: string, folder: string, former: string | null = null): BuildReport {
  const rows = Array.from({ length: 250 }, (_, index) => `${index},${edition}\n`).join('');
  const rawData = rawDataWith({
    'economy/x.csv': `n,edition\n${rows}`,
    'economy/x.meta.json': sidecarWith({ description: edition }),
  });
  return buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, folderOutput(folder, former));
}

/** The editions that an answer is made of. */
function editionsOf({ status, text }: Answer): string[] {
  expect(status).toBe(200);
  const { description, results } = JSON.parse(text) as { description: string; results: { edition: string }[] };
  return [...new Set([description, ...results.map(({ edition }) => edition)])];
}

test('another build shows within a second under a running server, and no answer is made of two', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-rebuild-'));
  const client = join(folder, 'client');
  expect(publish('first', client).ok).toBe(true);
  const api = createApi(folderReader(client), {
    compressors: nodeCompressors,
    version: folderVersion(client),
    createCache: memoryCache(1_000_000),
  });
  const server: Server = await listen(
    apiListener(api, (_, outgoing) => outgoing.writeHead(418).end()),
    '127.0.0.1',
    0,
  );
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = addressOf(server, '127.0.0.1');
  const paths = ['', '?offset=100', '?limit=60&offset=70', '?limit=3&offset=199', '/limit/100/offset/200.json'];
  for (const path of paths.slice(0, 3)) {
    expect(editionsOf(await askServer(url, `/v1/datasets/x${path}`))).toEqual(['first']);
  }
  expect(publish('second', join(folder, 'next'), client).ok).toBe(true);
  swapFolder(join(folder, 'next'), client);
  const replaced = performance.now();
  do {
    for (const path of paths) expect(editionsOf(await askServer(url, `/v1/datasets/x${path}`))).toHaveLength(1);
  } while (performance.now() - replaced < 1_000);
  for (const path of paths) expect(editionsOf(await askServer(url, `/v1/datasets/x${path}`))).toEqual(['second']);
});

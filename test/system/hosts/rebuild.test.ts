import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeCompressors } from '../../../src/hosts/node/compressors.ts';
import { memoryCache } from '../../../src/hosts/node/memory-cache.ts';
import { folderOpener, folderReader, folderVersion } from '../../../src/hosts/node/published-folder.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { swapFolder } from '../../../src/pipeline/output/swap-folder.ts';
import type { BuildReport } from '../../../src/pipeline/report.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { type Answer, askServer } from '../../support/http/raw-request.ts';
import { serveApi } from '../../support/http/serve-api.ts';

/** Publishes a table of 250 rows that all name their version. Files that are the same in a previous folder are reused. */
function publish(version: string, folder: string, previous: string | null = null): BuildReport {
  const rows = Array.from({ length: 250 }, (_, index) => `${index},${version}\n`).join('');
  const rawData = rawDataWith({
    'economy/x.csv': `n,version\n${rows}`,
    'economy/x.meta.json': sidecarWith({ description: version }),
  });
  return buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, folderOutput(folder, previous));
}

/** The versions that a response is made from. */
function versionsOf({ status, text }: Answer): string[] {
  expect(status).toBe(200);
  const { description, results } = JSON.parse(text) as { description: string; results: { version: string }[] };
  return [...new Set([description, ...results.map(({ version }) => version)])];
}

test('a running server serves another build within a second, and no response mixes two builds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-rebuild-'));
  const client = join(folder, 'client');
  expect(publish('first', client).ok).toBe(true);
  const api = createApi(folderReader(client), {
    open: folderOpener(client),
    compressors: nodeCompressors,
    versionId: folderVersion(client),
    createCache: memoryCache(1_000_000),
  });
  const { server, url } = await serveApi(api);
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const paths = ['', '?offset=100', '?limit=60&offset=70', '?limit=3&offset=199', '/limit/100/offset/200.json'];
  for (const path of paths.slice(0, 3)) {
    expect(versionsOf(await askServer(url, `/v1/datasets/x${path}`))).toEqual(['first']);
  }
  expect(publish('second', join(folder, 'next'), client).ok).toBe(true);
  swapFolder(join(folder, 'next'), client);
  const replaced = performance.now();
  do {
    for (const path of paths) expect(versionsOf(await askServer(url, `/v1/datasets/x${path}`))).toHaveLength(1);
  } while (performance.now() - replaced < 1_000);
  for (const path of paths) expect(versionsOf(await askServer(url, `/v1/datasets/x${path}`))).toEqual(['second']);
});

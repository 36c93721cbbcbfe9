/**
 * The server of a built output, its `server/entry.mjs`: joins the API's handler, which answers everything under /v1,
 * with the adapter's, which serves the catalogue's pages.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basePath } from '../../contract/routes.ts';
import { formatProblem } from '../../problems/format-problem.ts';
import { createApi } from '../../serve/handle-request.ts';
import { readIndex } from '../../serve/published-index.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { addressOf, apiListener, listen, memoryCache, nodeCompressors, pageListener } from './listener.ts';
import { folderReader, folderVersion } from './published-folder.ts';

// The adapter's server starts itself when it is imported, unless told not to.
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { handler: pages } = await import('@astrojs/node/server.js');

const { settings, problems } = readSettings('start', {}, process.env);
for (const it of problems) console.error(formatProblem(it));
if (problems.length > 0) process.exit(1);

const client = join(fileURLToPath(import.meta.url), '../../client');
const read = folderReader(client);
const api = createApi(read, {
  compressors: nodeCompressors,
  onError: console.error,
  version: folderVersion(client),
  createCache: memoryCache(settings.cacheSize),
});
try {
  const server = await listen(apiListener(api, pageListener(pages)), settings.host, settings.port);
  const { site } = await readIndex(read);
  console.error(`Almanac listens on ${addressOf(server, settings.host)}${basePath(site.prefix)}`);
} catch (error) {
  console.error(`Cannot listen on ${settings.host}:${settings.port}: ${(error as Error).message}. Set HOST and PORT.`);
  process.exit(1);
}

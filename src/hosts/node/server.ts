import type { RequestListener } from 'node:http';
import { basePath } from '../../contract/routes.ts';
import { formatProblem } from '../../problems/format-problem.ts';
import { createApi } from '../../serve/handle-request.ts';
import { readIndex } from '../../serve/published-index.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { nodeCompressors } from './compressors.ts';
import { addressOf, listen } from './listen.ts';
import { apiListener, pageListener } from './listener.ts';
import { memoryCache } from './memory-cache.ts';
import { folderReader, folderVersion } from './published-folder.ts';

/**
 * Starts the server of a published folder, with the settings from the environment. It serves everything under /v1 itself, and the
 * catalogue's pages with `pages`. Exits with 1 if a setting is invalid, or if it cannot listen.
 */
export async function startServer(folder: string, pages: RequestListener): Promise<void> {
  const { settings, problems } = readSettings('start', {}, process.env);
  for (const it of problems) console.error(formatProblem(it));
  if (problems.length > 0) process.exit(1);

  const read = folderReader(folder);
  const api = createApi(read, {
    compressors: nodeCompressors,
    onError: console.error,
    versionId: folderVersion(folder),
    createCache: memoryCache(settings.cacheSize),
  });
  try {
    const server = await listen(apiListener(api, pageListener(pages)), settings.host, settings.port);
    const { site } = await readIndex(read);
    console.error(`Almanac listens on ${addressOf(server, settings.host)}${basePath(site.prefix)}`);
  } catch (error) {
    console.error(
      `Cannot listen on ${settings.host}:${settings.port}: ${(error as Error).message}. Set HOST and PORT.`,
    );
    process.exit(1);
  }
}

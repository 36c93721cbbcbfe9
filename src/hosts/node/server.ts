import { setFlagsFromString } from 'node:v8';
import { basePath, INDEX_FILE } from '../../contract/routes.ts';
import { formatProblem } from '../../problems/format-problem.ts';
import { createApi } from '../../serve/handle-request.ts';
import { readServiceIndex } from '../../serve/service-index.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { nodeCompressors } from './compressors.ts';
import { addressOf, listen } from './listen.ts';
import { apiListener } from './listener.ts';
import { memoryCache } from './memory-cache.ts';
import { folderOpener, folderPages, folderReader, folderVersion, quickReader } from './published-folder.ts';
import { quickDisk } from './quick-disk.ts';
import { createTraffic } from './traffic.ts';
import { listenProblem } from './try-port.ts';

/**
 * Starts the server of a published folder, with settings from the environment. It serves everything under /v1, and the pages of the
 * catalogue with their files. Exits with code 1 if a setting is invalid, the folder has no valid index, or the server cannot listen.
 */
export async function startServer(folder: string): Promise<void> {
  // Stops the space of V8 for new objects from growing. In a larger one, the buffers of responses that were sent stay for longer: more than
  // 100 MB of them if clients ask for ever different pages. V8 reads this flag whenever the space would grow, so there is no need to restart.
  setFlagsFromString('--semi-space-growth-factor=1');
  const { settings, problems } = readSettings('start', {}, process.env);
  for (const it of problems) console.error(formatProblem(it));
  if (problems.length > 0) process.exit(1);

  const read = folderReader(folder);
  const { site } = await readServiceIndex(read).catch((error: Error) => {
    console.error(
      `Cannot serve ${folder}: ${error.message}. Build it again, and check that ${INDEX_FILE} can be read.`,
    );
    return process.exit(1);
  });
  const { prefix } = site;
  const onError = console.error;
  const api = createApi(read, {
    open: folderOpener(folder),
    list: folderPages(folder),
    compressors: nodeCompressors,
    onError,
    readNow: quickReader(folder, quickDisk(folder)),
    versionId: folderVersion(folder),
    later: setImmediate,
    createCache: memoryCache(settings.cacheSize),
  });
  // Reads the index and prepares what is derived from it, so that the first request does not have to wait.
  await api({ method: 'HEAD', url: `http://localhost${basePath(prefix)}${INDEX_FILE}`, headers: new Headers() });
  const listener = apiListener(api, { traffic: createTraffic(settings), onError, prefix });
  try {
    const server = await listen(listener, settings.host, settings.port, { ...settings, prefix });
    console.error(`Almanac is listening on ${addressOf(server, settings.host)}${basePath(prefix)}`);
  } catch (error) {
    console.error(formatProblem(listenProblem(error as NodeJS.ErrnoException, settings.host, settings.port)));
    process.exit(1);
  }
}

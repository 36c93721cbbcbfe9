import { resolve } from 'node:path';
import { keptFolder, temporaryFolder } from '../pipeline/output/temporary-folder.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { Settings } from '../settings/settings.ts';
import { DevApi } from './development/dev-api.ts';

/** Folder of development servers, in the current folder. The ignore patterns that keep outputs out of git match it too. */
const WORK_FOLDER = '.dist-dev';

/**
 * Starts a development server for the API and the pages. Astro works in a temporary folder, which is removed when the process ends. The
 * API is kept for the next server.
 */
export async function serveSite(settings: Settings, progress: Progress): Promise<void> {
  const root = temporaryFolder(resolve(WORK_FOLDER));
  process.once('SIGINT', () => process.exit(130));
  const api = new DevApi({ ...settings, rawData: resolve(settings.rawData), out: keptFolder(root) });
  api.begin();
  // Loaded while another thread builds the API.
  const [{ dev }, { siteConfig }] = await Promise.all([import('astro'), import('./site-config.ts')]);
  const { host, port } = settings;
  await dev({ ...siteConfig(root, settings, { progress, api }), server: { host, port } });
}

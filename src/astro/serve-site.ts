import { rmdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { dev } from 'astro';
import { temporaryFolder } from '../pipeline/output/temporary-folder.ts';
import type { Progress } from '../pipeline/progress.ts';
import type { Settings } from '../settings/settings.ts';
import { siteConfig } from './site-config.ts';

/** Working folder of development servers, in the current folder. The ignore patterns that keep outputs out of git match it too. */
const WORK_FOLDER = '.dist-dev';

/** Starts a development server for the API and the pages. Astro works in a temporary folder, which is removed when the process ends. */
export async function serveSite(settings: Settings, progress: Progress): Promise<void> {
  const work = resolve(WORK_FOLDER);
  const root = temporaryFolder(work);
  process.once('exit', () => {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    try {
      rmdirSync(work);
    } catch {
      // Another development server may still be using the folder.
    }
  });
  const { host, port } = settings;
  await dev({ ...siteConfig(root, settings, { progress }), server: { host, port } });
}

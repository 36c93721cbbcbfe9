import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishRawData } from '../../../src/pipeline/publish-api.ts';
import type { BuildReport } from '../../../src/pipeline/report.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Settings } from '../../../src/settings/settings.ts';

/**
 * Publishes a folder's `raw-data` into its `dist/client`, in place of what is there, compared with `previous`: a folder or a URL; null to
 * compare with nothing. Without other settings, one thread makes no downloads.
 */
export async function publishEdition(
  folder: string,
  previous: string | null,
  choice: Partial<Settings> = {},
): Promise<BuildReport> {
  const { settings } = readSettings('build', {}, {});
  const out = join(folder, 'dist');
  const chosen = { ...settings, rawData: join(folder, 'raw-data'), out, threads: 1, formats: [], ...choice };
  const client = join(out, 'client');
  if (previous !== client) rmSync(out, { recursive: true, force: true });
  return publishRawData({ ...chosen, compare: previous !== null, previous }, () => {})(client);
}

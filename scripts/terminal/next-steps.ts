import { join } from 'node:path';
import { quoted } from '../../src/commands/shell-word.ts';
import { fs } from '../../src/pipeline/files/builtin-fs.ts';
import { nameCommand } from '../../src/problems/name-command.ts';
import { SETTINGS, type Settings } from '../../src/settings/settings.ts';

/** Path of the workflow file that publishes a folder pushed to GitHub. Not every folder has this file. */
const WORKFLOW = '.github/workflows/publish.yml';

/**
 * Suggests what to do with a finished output, in at most two lines: preview it and, if it does not replace an earlier one, publish it.
 * Suggests nothing for a shard, which is only a part of an output.
 */
export function nextSteps(
  { out, apiOnly, shard }: Pick<Settings, 'out' | 'apiOnly' | 'shard'>,
  { isFirst, folder = '.' }: { isFirst: boolean; folder?: string },
): string[] {
  if (shard) return [];
  const site = join(out, 'client');
  const preview = nameCommand('preview', out === SETTINGS.out.default ? '' : `--out ${quoted(out)}`);
  const look = `The ${apiOnly ? 'API' : 'site'} is in ${site}: ${preview} serves it on this machine.`;
  if (!isFirst) return [look];
  const push = fs.existsSync(join(folder, WORKFLOW)) ? `push this folder to GitHub to run ${WORKFLOW}, or ` : '';
  return [look, `To publish it, ${push}copy ${site} to any file host.`];
}

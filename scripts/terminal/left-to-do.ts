import { join, relative } from 'node:path';
import type { Added } from '../../src/commands/add-dataset/add-dataset.ts';
import { quoted } from '../../src/commands/shell-word.ts';
import { listed } from '../../src/discover/sidecar/blank-fields.ts';
import { nameCommand } from '../../src/problems/name-command.ts';
import { SETTINGS, type Settings } from '../../src/settings/settings.ts';

/**
 * What is left to do after a file was added: which keys of its sidecar to fill in, and the next command. Lines, not safe for a terminal.
 */
export function leftToDo(
  { file, sidecar, blank }: Pick<Added, 'file' | 'sidecar' | 'blank'>,
  { rawData }: Pick<Settings, 'rawData'>,
): string[] {
  const pathOf = (path: string): string => relative('.', join(rawData, path));
  const { required, optional, ofColumns } = blank;
  const helpful = [
    optional.length > 0 && inQuotes(optional),
    ofColumns.length > 0 && `${inQuotes(ofColumns)} of each column`,
  ].filter((it) => it !== false);
  const lines = [
    required.length > 0 && `  ${inQuotes(required)}: without them, the dataset is not published`,
    helpful.length > 0 && `  ${helpful.join(', and ')}: readers look for them`,
  ].filter((it) => it !== false);
  const folder = rawData === SETTINGS.rawData.default ? '' : `--raw-data ${quoted(rawData)} `;
  const check = nameCommand('check', `${folder}${quoted(pathOf(file))}`);
  if (lines.length === 0) return [`Next: ${check}`];
  return [`Left to fill in, in ${pathOf(sidecar)}:`, ...lines, `Next: fill them in, and run ${check}`];
}

function inQuotes(keys: readonly string[]): string {
  return listed(keys.map((key) => `"${key}"`));
}

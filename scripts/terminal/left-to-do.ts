import { join, relative } from 'node:path';
import type { Added } from '../../src/commands/add-dataset/add-dataset.ts';
import { quoted } from '../../src/commands/shell-word.ts';
import { listed } from '../../src/discover/sidecar/blank-fields.ts';
import { nameCommand } from '../../src/problems/name-command.ts';
import { SETTINGS, type Settings } from '../../src/settings/settings.ts';

/** Remaining steps after adding a file: the sidecar keys to fill in, and the next command. The lines are not yet escaped for a terminal. */
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
    required.length > 0 && `  ${inQuotes(required)}: required to publish the dataset`,
    helpful.length > 0 && `  ${helpful.join(', and ')}: useful to readers`,
  ].filter((it) => it !== false);
  const folder = rawData === SETTINGS.rawData.default ? '' : `--raw-data ${quoted(rawData)} `;
  const check = nameCommand('check', `${folder}${quoted(pathOf(file))}`);
  if (lines.length === 0) return [`Next: ${check}`];
  return [`Still blank in ${pathOf(sidecar)}:`, ...lines, `Next: fill them in and run ${check}`];
}

function inQuotes(keys: readonly string[]): string {
  return listed(keys.map((key) => `"${key}"`));
}

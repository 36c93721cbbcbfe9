import { checkData, type RememberedChecks } from '../../src/commands/check-data.ts';
import { watchFolders } from '../../src/commands/watch-folders.ts';
import { formatCount } from '../../src/problems/format-problem.ts';
import { type Settings, settingsThatAffect } from '../../src/settings/settings.ts';
import { print } from '../command-line.ts';
import { formatCheck } from './format-check.ts';

/** Clears the terminal but keeps its scrollback. */
const CLEAR = '\x1b[2J\x1b[H';

/**
 * Checks the raw data or the given files immediately and after each change, until the process ends. Prints the problems and, for given
 * files, also their columns. After a change, reads a data file again only if the file or its description has changed.
 */
export function watchCheck(settings: Settings): void {
  const { rawData, files } = settings;
  const remembered: RememberedChecks = new Map();
  const check = (): void => {
    const report = checkData(rawData, files, settingsThatAffect(settings, 'reading'), undefined, remembered);
    if (process.stdout.isTTY) process.stdout.write(CLEAR);
    const time = new Date().toTimeString().slice(0, 8);
    const read = formatCount(report.read, 'file');
    void print(
      `${formatCheck(report, files.length === 0)}${time}  ${read} read. Waiting for changes; press Ctrl-C to stop.\n\n`,
    );
  };
  watchFolders({ folder: rawData, files }, check);
  check();
}

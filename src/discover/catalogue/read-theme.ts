import { join } from 'node:path';
import { formatCount } from '../../problems/format-problem.ts';
import { problem, type Report, reportFew } from '../../problems/problem.ts';
import { TextPositions } from '../../problems/text-position.ts';
import { statOrError } from '../stat-or-error.ts';
import { faultsInTheme } from './check-theme.ts';
import { readUtf8, whyNotSmallFile } from './read-text-file.ts';

/** Name of the publisher's style sheet in the raw-data folder. */
export const THEME = 'theme.css';

/** Largest style sheet, in bytes: every page loads it. */
const MOST_BYTES = 1 << 16;

/** Reads the publisher's style sheet; `absent` if there is none. Reports why it cannot be published, and returns null then. */
export function readTheme(rawData: string, report: Report): { css: string } | 'absent' | null {
  if (statOrError(join(rawData, THEME)) === null) return 'absent';
  const reason = whyNotSmallFile(rawData, THEME, MOST_BYTES, 'which every page would load');
  if (reason !== null) {
    const help = `The style sheet of the pages is a file of at most ${formatCount(MOST_BYTES, 'byte')}. Without the file, pages look as usual.`;
    report(problem('theme-invalid', { file: THEME }, reason, help));
    return null;
  }
  const read = readUtf8(rawData, THEME);
  if ('reason' in read) {
    report(problem('theme-invalid', { file: THEME }, read.reason, 'Save the style sheet in UTF-8.'));
    return null;
  }
  const { text } = read;
  const faults = faultsInTheme(text);
  const positions = new TextPositions(text);
  reportFew(faults, report, ({ at, reason, help }) =>
    problem('theme-invalid', { file: THEME, place: positions.at(at) }, reason, help),
  );
  return faults.length > 0 ? null : { css: text };
}

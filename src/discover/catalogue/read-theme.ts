import { join } from 'node:path';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, problem, type Report, reportFew } from '../../problems/problem.ts';
import { TextPositions } from '../../problems/text-position.ts';
import { statOrError } from '../stat-or-error.ts';
import type { CssFault } from './check-css.ts';
import { faultsInTheme } from './check-theme.ts';
import { faultsInValues } from './check-theme-values.ts';
import { readSmallText } from './read-text-file.ts';

/** Name of the publisher's style sheet in the raw-data folder. */
export const THEME = 'theme.css';

/** Largest style sheet, in bytes: every page loads it. */
const MAX_BYTES = 1 << 16;

/**
 * Reads the publisher's style sheet; `absent` if the folder has no such file. Reports why it cannot be published, and returns null then.
 */
export function readTheme(rawData: string, report: Report): { css: string } | 'absent' | null {
  if (statOrError(join(rawData, THEME)) === null) return 'absent';
  const read = readSmallText(rawData, THEME, MAX_BYTES, 'which every page would load');
  if ('reason' in read) {
    const most = formatCount(MAX_BYTES, 'byte');
    const help = `The style sheet of the pages is a file in UTF-8 of at most ${most}. Without the file, pages look as usual.`;
    report(problem('theme-invalid', { file: THEME }, read.reason, help));
    return null;
  }
  const { text } = read;
  const { error: wrong = [], hint: doubtful = [] } = Object.groupBy(faultsInValues(text), ({ severity }) => severity);
  const faults = [...faultsInTheme(text), ...wrong].sort((a, b) => a.at - b.at);
  const positions = new TextPositions(text);
  const reportAs = (code: ProblemCode, them: readonly CssFault[]): void =>
    reportFew(them, report, ({ at, reason, help }) =>
      problem(code, { file: THEME, place: positions.at(at) }, reason, help),
    );
  reportAs('theme-invalid', faults);
  reportAs('theme-doubtful', doubtful);
  return faults.length > 0 ? null : { css: text };
}

import { join } from 'node:path';
import { LOGO_FILE } from '../../contract/routes.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, problem, type Report, reportFew } from '../../problems/problem.ts';
import { TextPositions } from '../../problems/text-position.ts';
import { statOrError } from '../stat-or-error.ts';
import { type CssFault, type Fault, faultIfThrown, faultsInCss, lightningcss } from './check-css.ts';
import { faultsInValues } from './check-theme-values.ts';
import { readSmallText } from './read-text-file.ts';

/** Name of the publisher's style sheet in the raw-data folder. */
export const THEME = 'theme.css';

/** Largest style sheet, in bytes: every page loads it. */
const MAX_BYTES = 1 << 16;

/** Reads the publisher's style sheet; `css` is null if there is none. If it cannot be published, reports why and returns null. */
export function readTheme(rawData: string, report: Report): { css: string | null } | null {
  if (statOrError(join(rawData, THEME)) === null) return { css: null };
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

/** Stands for the address of the style sheet. */
const HERE = 'http://catalogue.invalid';

const OWN_IMAGE = 'Put a small image into the style sheet itself, as url("data:image/svg+xml,…").';

/**
 * The faults of a style sheet in order, except those in the values of the promised properties. The content policy of the pages forbids to
 * load anything but images of the host.
 */
export function faultsInTheme(css: string): CssFault[] {
  const faults = faultsInCss(css, faultInAddress);
  // Without other faults, rules are not nested too deeply for the parser.
  const failed =
    faults.length > 0
      ? null
      : faultIfThrown(css, 0, () => lightningcss().transform({ filename: '', code: Buffer.from(css) }));
  return (failed ? [failed] : faults).sort((a, b) => a.at - b.at);
}

/** The fault of an image's address; null if browsers load it from the host itself. */
function faultInAddress(address: string): Fault | null {
  // With a scheme, an address that leads to this host leads elsewhere from the real one.
  const absolute = URL.parse(address);
  if (absolute?.protocol === 'data:') return null;
  const url = URL.parse(address, `${HERE}/`);
  if (absolute || url?.origin !== HERE) {
    const reason = `loads ${JSON.stringify(address)}, and the content policy of the pages allows nothing from other hosts`;
    return { reason, help: OWN_IMAGE };
  }
  const isRelative = address !== '' && !/^[#/\\]/.test(address);
  if (!isRelative || url.pathname === `/${LOGO_FILE}`) return null;
  return {
    reason: `loads ${JSON.stringify(address)}, and files of the raw data are not published`,
    help: `${OWN_IMAGE} The logo is "${LOGO_FILE}", and "/…" leads to other files of the host.`,
  };
}

import { join } from 'node:path';
import { LOGO_FILE } from '../../contract/routes.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, problem, type Report, reportFew } from '../../problems/problem.ts';
import { placesIn } from '../../problems/text-position.ts';
import { statOrError } from '../stat-or-error.ts';
import { type CssFault, type Fault, faultIfThrown, faultsInCss, lightningcss } from './check-css.ts';
import { faultsInValues } from './check-theme-values.ts';
import { readSmallText } from './read-text-file.ts';

export const THEME = 'theme.css';

/** Maximum size of the style sheet, in bytes. Every page loads it. */
const MAX_BYTES = 1 << 16;

/** Reads the publisher's style sheet; `css` is null if the file is missing. If the file is unusable, reports why and returns null. */
export function readTheme(rawData: string, report: Report): { css: string | null } | null {
  if (statOrError(join(rawData, THEME)) === null) return { css: null };
  const read = readSmallText(rawData, THEME, MAX_BYTES, 'too many for a file that every page loads');
  if ('reason' in read) {
    const max = formatCount(MAX_BYTES, 'byte');
    const help = `The style sheet must be a UTF-8 file of at most ${max}. Without it, pages have the default style.`;
    report(problem('theme-invalid', { file: THEME }, read.reason, help));
    return null;
  }
  const { text } = read;
  const { error: wrong = [], hint: doubtful = [] } = Object.groupBy(faultsInValues(text), ({ severity }) => severity);
  const faults = [...faultsInTheme(text), ...wrong].sort((a, b) => a.at - b.at);
  const placeAt = placesIn(text);
  const reportAs = (code: ProblemCode, them: readonly CssFault[]): void =>
    reportFew(them, report, ({ at, reason, help }) => problem(code, { file: THEME, place: placeAt(at) }, reason, help));
  reportAs('theme-invalid', faults);
  reportAs('theme-doubtful', doubtful);
  return faults.length > 0 ? null : { css: text };
}

/** Placeholder for the host of the style sheet. */
const HERE = 'http://catalogue.invalid';

const OWN_IMAGE = 'Embed a small image in the style sheet itself, as url("data:image/svg+xml,…").';

/**
 * Finds the faults in a style sheet, in order, except those in the values of theme properties. Images must be embedded or come from the
 * same host: the content security policy of the pages allows no others.
 */
export function faultsInTheme(css: string): CssFault[] {
  const faults = faultsInCss(css, faultInAddress);
  // If the first check finds faults, the style sheet is not parsed as a whole: nesting that is too deep could crash the parser.
  const failed =
    faults.length > 0
      ? null
      : faultIfThrown(css, 0, () => lightningcss().transform({ filename: '', code: Buffer.from(css) }));
  return (failed ? [failed] : faults).sort((a, b) => a.at - b.at);
}

/** The fault in an address; null for data URLs, the logo, absolute paths on the host, fragments such as `#a`, and an empty address. */
function faultInAddress(address: string): Fault | null {
  // An absolute URL is refused even if it names the placeholder host, since it would not lead to the real one.
  const absolute = URL.parse(address);
  if (absolute?.protocol === 'data:') return null;
  const url = URL.parse(address, `${HERE}/`);
  if (absolute || url?.origin !== HERE) {
    const reason = `loads ${JSON.stringify(address)}, but the content security policy of the pages allows nothing from other hosts`;
    return { reason, help: OWN_IMAGE };
  }
  const isRelative = address !== '' && !/^[#/\\]/.test(address);
  if (!isRelative || url.pathname === `/${LOGO_FILE}`) return null;
  return {
    reason: `loads ${JSON.stringify(address)}, but files in the raw-data folder are not published, except the logo`,
    help: `${OWN_IMAGE} To use the logo, write "${LOGO_FILE}"; for other files on the host, start the address with "/".`,
  };
}

import { formatCount } from '../../problems/format-problem.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { placeInText } from '../../problems/text-position.ts';
import type { Location } from '../json/read-json.ts';
import { spelledPath } from '../spelling.ts';
import { faultInSvg } from './check-svg.ts';
import { readUtf8, whyNotSmallFile } from './read-text-file.ts';

/** Largest logo, in bytes: every page shows it. */
const MAX_BYTES = 1 << 15;

/** A path below the raw-data folder. Names that begin with a dot are hidden, and builds do not see them change. */
const PATH = /^(?!.*\\)(?:[^./][^/]*\/)*[^./][^/]*\.svg$/i;

/**
 * Reads the catalogue's logo, an SVG file in the raw-data folder; `named` is where the catalogue names it. Reports why it cannot be
 * published, and returns null then.
 */
export function readLogo(rawData: string, given: string, named: Location, report: Report): string | null {
  const spelled = spelledPath(rawData, given);
  const path = 'path' in spelled ? spelled.path : given;
  const reason =
    'path' in spelled
      ? whyNotPath(rawData, path)
      : `is named ${JSON.stringify(spelled.otherCase)} there: upper and lower case count`;
  if (reason !== null) {
    const where = 'into the raw-data folder, and write its path from there, such as "logo.svg".';
    const help = `Put an SVG file of at most ${formatCount(MAX_BYTES, 'byte')} ${where}`;
    report(problem('logo-invalid', named, `the logo ${JSON.stringify(path)} ${reason}`, help));
    return null;
  }
  const read = readUtf8(rawData, path);
  if ('reason' in read) {
    report(problem('logo-invalid', { file: path }, read.reason, 'Save the logo as SVG in UTF-8.'));
    return null;
  }
  const { text } = read;
  const fault = faultInSvg(text);
  if (!fault) return text;
  const help =
    'The logo is published as a file of the catalogue’s own site, so it must not run code or load anything. Export it as plain SVG.';
  report(problem('logo-invalid', { file: path, place: placeInText(text, fault.at) }, fault.reason, help));
  return null;
}

/** Why a path does not lead to a file that may be the logo; null if it does. */
function whyNotPath(rawData: string, path: string): string | null {
  if (!/\.svg$/i.test(path)) return 'is not an SVG file';
  if (!PATH.test(path)) return 'is not a path inside the raw-data folder, or is hidden by a dot';
  return whyNotSmallFile(rawData, path, MAX_BYTES, 'which every page would load');
}

import { formatCount } from '../../problems/format-problem.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { placeInText } from '../../problems/text-position.ts';
import type { Location } from '../json/read-json.ts';
import { spelledPath } from '../spelling.ts';
import { faultInSvg } from './check-svg.ts';
import { type ReadText, readSmallText } from './read-text-file.ts';

/** Maximum size of a logo, in bytes. Every page shows it. */
const MAX_BYTES = 1 << 15;

/** Matches paths of SVG files inside the raw-data folder. No part may start with a dot: builds do not notice changes to hidden files. */
const PATH = /^(?!.*\\)(?:[^./][^/]*\/)*[^./][^/]*\.svg$/i;

/**
 * Reads the catalogue's logo, an SVG file in the raw-data folder. `named` is the location of its path in the catalogue's description. If
 * the logo cannot be published, reports why and returns null.
 */
export function readLogo(rawData: string, given: string, named: Location, report: Report): string | null {
  const spelled = spelledPath(rawData, given);
  const read =
    'path' in spelled
      ? readFile(rawData, spelled.path)
      : { reason: `is named ${JSON.stringify(spelled.otherCase)} in the folder, and case matters` };
  if ('reason' in read) {
    const where = 'in the raw-data folder and write its path relative to that folder, such as "logo.svg".';
    const help = `Put a UTF-8 SVG file of at most ${formatCount(MAX_BYTES, 'byte')} ${where}`;
    report(problem('logo-invalid', named, `the logo ${JSON.stringify(given)} ${read.reason}`, help));
    return null;
  }
  const { text } = read;
  const fault = faultInSvg(text);
  if (!fault) return text;
  const help =
    'The logo is published on the catalogue’s own site, so it must not run code or load anything. Export it as plain SVG.';
  report(problem('logo-invalid', { file: given, place: placeInText(text, fault.at) }, fault.reason, help));
  return null;
}

function readFile(rawData: string, path: string): ReadText {
  if (!/\.svg$/i.test(path)) return { reason: 'is not an SVG file' };
  if (!PATH.test(path)) return { reason: 'is not a path inside the raw-data folder, or is hidden by a leading dot' };
  return readSmallText(rawData, path, MAX_BYTES, 'too many for a file that every page loads');
}

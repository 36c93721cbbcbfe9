import { PROBLEM_CODES } from '../../src/problems/problem.ts';

/** The code of a problem, at the beginning of a line or after the place. */
const CODE = new RegExp(`(?<=^ *|  )(?:hint )?(?:${Object.keys(PROBLEM_CODES).join('|')})(?=  )`, 'gm');

/** Colours codes in printed text on a terminal: errors red, hints yellow. A user can turn colours off (no-color.org). */
export function colourCodes(text: string, isTerminal: boolean, { NO_COLOR, TERM } = process.env): string {
  if (!isTerminal || NO_COLOR || TERM === 'dumb') return text;
  return text.replace(CODE, (code) => `\x1b[${code.startsWith('hint ') ? 33 : 31}m${code}\x1b[39m`);
}

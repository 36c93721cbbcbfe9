import { PROBLEM_CODES } from '../../src/problems/problem.ts';

/** Matches the code of a problem, and any `hint` before it, at the start of a line or after a position. */
const CODE = new RegExp(`(?<=^ *|  )(?:hint )?(?:${Object.keys(PROBLEM_CODES).join('|')})(?=  )`, 'gm');

/** Colours problem codes for a terminal: errors red, hints yellow. Setting NO_COLOR turns colours off (no-color.org). */
export function colourCodes(text: string, isTerminal: boolean, { NO_COLOR, TERM } = process.env): string {
  if (!isTerminal || NO_COLOR || TERM === 'dumb') return text;
  return text.replace(CODE, (code) => `\x1b[${code.startsWith('hint ') ? 33 : 31}m${code}\x1b[39m`);
}

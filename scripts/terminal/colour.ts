import { PROBLEM_CODES } from '../../src/problems/problem.ts';

const RED = '\x1b[31m';
const YELLOW = '\x1b[33m';
const USUAL = '\x1b[39m';

/** The code of a problem, at the beginning of a line or after the place. */
const CODE = new RegExp(`(?<=^ *|  )(?:hint )?(?:${Object.keys(PROBLEM_CODES).join('|')})(?=  )`, 'gm');

/** Whether a terminal shows colours, and its user wants them (no-color.org). */
export function showsColour({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  return !NO_COLOR && TERM !== 'dumb';
}

/** A printed text with the codes of errors in red, and those of hints in yellow. */
export function colourCodes(text: string): string {
  return text.replace(CODE, (code) => `${code.startsWith('hint ') ? YELLOW : RED}${code}${USUAL}`);
}

import { nameCommandsOf } from './name-command.ts';
import type { Problem, TriedCure } from './problem.ts';
import { patchText } from './sidecar-patch.ts';
import { forTerminal } from './text-position.ts';

/** Formats a problem for people: `file:line:column  code  message`, an excerpt, and what to do. */
export function formatProblem(it: Problem): string {
  const help = helpWithCures(it).split('\n');
  return [formatFinding(it), ...help.map((line) => forTerminal(`    ${line}`))].join('\n');
}

/** The same without what to do. */
export function formatFinding({ file, line, column, severity, code, message, excerpt }: Problem): string {
  const where = [file, line, column].filter((part) => part !== null).join(':');
  const head = [where, severity === 'hint' ? `hint ${code}` : code, message].filter((part) => part !== '').join('  ');
  return [head, ...(excerpt ? [`    | ${excerpt}`] : [])].map(forTerminal).join('\n');
}

/** A problem as commands print it as JSON. */
export function problemToJson(
  it: Problem,
): Pick<Problem, 'severity' | 'code' | 'file' | 'line' | 'column' | 'message' | 'help'> {
  const { severity, code, file, line, column, message } = it;
  return { severity, code, file, line, column, message, help: helpWithCures(it) };
}

/** What to do about a problem, each cure with its patch on a line of its own. */
function helpWithCures({ help, commandsAt, cures }: Pick<Problem, 'help' | 'commandsAt' | 'cures'>): string {
  return [
    nameCommandsOf({ text: help, commandsAt }),
    ...cures.flatMap((it) => [leadOf(it), `  ${patchText(it.patch)}`]),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function leadOf({ lead, also }: TriedCure): string {
  if (also.length === 0) return lead;
  const found = also.map(({ code, line }) => (line === null ? code : `${code} in line ${line}`));
  return `${lead.replace(/:$/, '')} (this also settles what is found next: ${found.join(', ')}):`;
}

/** `1 file`, `1,200 files`. */
export function formatCount(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number with its digits in groups of three: `1,200`. */
export function groupDigits(count: number): string {
  // The first call of `toLocaleString` takes longer than a whole build with nothing to do.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

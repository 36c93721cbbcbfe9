import type { Problem } from './problem.ts';
import { forTerminal } from './text-position.ts';

/** Formats a problem for people: `file:line:column  code  message`, an excerpt, and what to do. */
export function formatProblem(it: Problem): string {
  const where = [it.file, it.line, it.column].filter((part) => part !== null).join(':');
  const head = [where, it.severity === 'hint' ? `hint ${it.code}` : it.code, it.message].filter((part) => part !== '');
  const lines = [head.join('  ')];
  if (it.excerpt) lines.push(`    | ${it.excerpt}`);
  lines.push(...it.help.split('\n').map((line) => `    ${line}`));
  return lines.map(forTerminal).join('\n');
}

/** `1 file`, `1,200 files`. */
export function formatCount(count: number, noun: string): string {
  // The first call of `toLocaleString` takes longer than a whole build with nothing to do.
  const digits = String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${noun}${count === 1 ? '' : 's'}`;
}

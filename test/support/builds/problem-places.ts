import type { Problem } from '../../../src/problems/problem.ts';

/** Problems in short, as `file:line:column code`, without the parts that a problem does not have. */
export function placesOf(problems: readonly Problem[]): string[] {
  return problems.map(
    ({ file, line, column, code }) => `${[file, line, column].filter((part) => part !== null).join(':')} ${code}`,
  );
}

/** `line:column` of the first occurrence of `part` in a text. */
export function lineAndColumn(text: string, part: string): string {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

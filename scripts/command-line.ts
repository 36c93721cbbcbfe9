import { formatProblem } from '../src/problems/format-problem.ts';
import type { Problem } from '../src/problems/problem.ts';
import { forTerminal } from '../src/problems/text-position.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import { type Command, helpText, isRepeatable, isSwitch, type Settings } from '../src/settings/settings.ts';

/** Settings of a command from its arguments, and what is wrong with them; prints the help and ends when asked for it. */
export function settingsFromArguments(
  command: Command,
  usage: string,
  summary: string,
): { settings: Settings; problems: Problem[] } {
  // An import of the module would load all that it exports, which takes as long as all else that a build with nothing to do does here.
  const { parseArgs } = process.getBuiltinModule('node:util');
  const { tokens } = parseArgs({ args: process.argv.slice(2), strict: false, allowPositionals: true, tokens: true });
  const flags: Record<string, string | boolean> = {};
  const strays: string[] = [];
  const taken = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'option' && !token.rawName.startsWith('--')) strays.push(token.rawName);
    else if (token.kind === 'option') {
      const next = tokens[index + 1];
      // parseArgs is not told which options have values: "--out DIR" is an option and a positional to it.
      const takesNext = token.value === undefined && next?.kind === 'positional' && !isSwitch(token.name);
      const value = token.value ?? (takesNext ? next.value : true);
      const before = isRepeatable(token.name) ? flags[token.name] : undefined;
      flags[token.name] = before === undefined || value === true ? value : `${before},${value}`;
      if (takesNext) taken.add(index + 1);
    }
    if (token.kind === 'positional' && !taken.has(index)) strays.push(token.value);
  }
  if (flags.help || strays.includes('-h')) {
    process.stdout.write(helpText(command, usage, summary));
    process.exit(0);
  }
  return readSettings(command, flags, process.env, strays);
}

/** Settings of a command that has nothing else to say where they are wrong: it prints why, and ends. */
export function soundSettings(command: Command, usage: string, summary: string): Settings {
  const { settings, problems } = settingsFromArguments(command, usage, summary);
  printProblems(problems);
  if (problems.length > 0) process.exit(1);
  return settings;
}

/** Prints problems for people, to standard error. */
export function printProblems(problems: readonly Problem[]): void {
  for (const it of problems) process.stderr.write(`${formatProblem(it)}\n\n`);
}

/** Prints text for people, to standard output. */
export function print(text: string): Promise<void> {
  return writeOut(text.split('\n').map(forTerminal).join('\n'));
}

/** Writes to standard output, and waits until whoever reads it has it. */
export function writeOut(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

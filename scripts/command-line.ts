import { nameCommandsAsCalled } from '../src/pipeline/name-commands-as-called.ts';
import { formatProblems } from '../src/problems/format-problem.ts';
import { firstOfEachKind, type Problem } from '../src/problems/problem.ts';
import { visible } from '../src/problems/quote-text.ts';
import { forTerminal } from '../src/problems/text-position.ts';
import { jsonWithoutCommands, withoutCommands } from '../src/problems/workflow-commands.ts';
import { readSettings } from '../src/settings/read-settings.ts';
import { type Command, helpText, rowOfFlag, type Settings } from '../src/settings/settings.ts';
import { colourCodes } from './terminal/colour.ts';

const { appendFileSync, fstatSync, writeSync } = process.getBuiltinModule('node:fs');

/** Whether GitHub Actions reads the output. A container started by a job lacks the variable, so it is given the flag instead. */
const IS_IN_WORKFLOW = process.env.GITHUB_ACTIONS === 'true' || process.argv.includes('--annotations');

/** Exit code for incorrect usage. A command that finds problems exits with 1. */
export const MISUSED = 2;

nameCommandsAsCalled();

/** Reads the settings of a command from its arguments and the environment, and checks them. With --help, prints the help and exits. */
export function settingsFromArguments(
  command: Command,
  usage: string,
  summary: string,
): { settings: Settings; problems: Problem[] } {
  // Importing node:util would load everything it exports, which takes as long as the rest of this function.
  const { parseArgs } = process.getBuiltinModule('node:util');
  const { tokens } = parseArgs({ args: process.argv.slice(2), strict: false, allowPositionals: true, tokens: true });
  const flags: Record<string, string | boolean> = {};
  const rest: string[] = [];
  const taken = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'option' && !token.rawName.startsWith('--')) rest.push(token.rawName);
    else if (token.kind === 'option') {
      const next = tokens[index + 1];
      const row = rowOfFlag(token.name);
      const isSwitch = row !== undefined && row.value === undefined;
      // Without definitions of the options, parseArgs reads "--out DIR" as an option and a positional.
      const takesNext = token.value === undefined && next?.kind === 'positional' && !isSwitch;
      const value = token.value ?? (takesNext ? next.value : true);
      const before = row?.repeats ? flags[token.name] : undefined;
      flags[token.name] = before === undefined || value === true ? value : `${before},${value}`;
      if (takesNext) taken.add(index + 1);
    }
    if (token.kind === 'positional' && !taken.has(index)) rest.push(token.value);
  }
  if (flags.help || rest.includes('-h')) {
    process.stdout.write(helpText(command, usage, summary));
    process.exit(0);
  }
  return readSettings(command, flags, process.env, rest);
}

/** Reads the settings of a command. If they have problems, prints them and exits. */
export function settingsOrExit(command: Command, usage: string, summary: string): Settings {
  const { settings, problems } = settingsFromArguments(command, usage, summary);
  if (problems.length > 0) refuse(problems);
  return settings;
}

/** Prints usage problems and exits. */
export function refuse(problems: readonly Problem[]): never {
  printProblems(problems);
  process.exit(MISUSED);
}

/** Reads the settings of a server command and tries to listen on its address. If there are problems, prints them and exits. */
export async function serverSettingsOrExit(command: Command, usage: string, summary: string): Promise<Settings> {
  const settings = settingsOrExit(command, usage, summary);
  const { tryPort } = await import('../src/hosts/node/try-port.ts');
  const refused = await tryPort(settings.host, settings.port);
  if (!refused) return settings;
  printProblems([refused]);
  process.exit(1);
}

/** Prints problems to standard error: the first few of each kind, with hints about unfinished descriptions last. */
export function printProblems(problems: readonly Problem[]): void {
  for (const text of formatProblems(firstOfEachKind(problems))) {
    writeError(forLog(`${colourCodes(text, isTerminal())}\n\n`));
  }
}

/** Prints a message to standard error as a single line, without control characters that could affect a terminal. */
export function printLine(line: string): void {
  writeError(forLog(`${forTerminal(line)}\n`));
}

/** In GitHub Actions, or if the settings ask for it, prints problems as annotations. GitHub Actions reads them on standard error too. */
export async function printAnnotations(problems: readonly Problem[], settings: Settings): Promise<void> {
  const { annotations, rawData } = settings;
  if (problems.length === 0 || !(annotations || IS_IN_WORKFLOW)) return;
  const { annotationsOf } = await import('./terminal/annotations.ts');
  const repository = process.env.GITHUB_WORKSPACE || '.';
  for (const line of annotationsOf(problems, { rawData, repository })) writeError(`${line}\n`);
}

/** Appends a summary to a file. If that fails, prints a message, but does not make the command fail. */
export function addSummary(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    printLine(`The summary could not be written: ${(error as Error).message}. Name another file with --summary FILE.`);
  }
}

/** Escapes text for standard output or error, so that GitHub Actions executes no commands found in names or data. */
function forLog(text: string): string {
  return IS_IN_WORKFLOW ? withoutCommands(text) : text;
}

/** Writes to standard error. `process.stderr` would load Node's streams, which takes 5% of the time of a build that finds no changes. */
function writeError(text: string): void {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(STDERR, rest));
  } catch {
    // The pipe is closed, or it is full and non-blocking. The stream handles both.
    process.stderr.write(rest);
  }
}

const STDERR = 2;

/** Whether standard error is a terminal. */
export function isTerminal(): boolean {
  try {
    // On a pipe, `fstatSync` without `bigint` would stop Node 22.13 from fully resolving symbolic links to packages.
    return fstatSync(STDERR, { bigint: true }).isCharacterDevice() && process.stderr.isTTY;
  } catch {
    return false;
  }
}

/** Prints text to standard output and escapes each line. Names in the text must not contain line breaks, which are not escaped. */
export function print(text: string): Promise<void> {
  const safe = text.split('\n').map(forTerminal).join('\n');
  return writeOut(forLog(colourCodes(safe, process.stdout.isTTY)));
}

/** Prints a JSON document to standard output, with invisible characters escaped, since some of them control terminals. */
export function printJson(value: unknown): Promise<void> {
  const json = JSON.stringify(value, null, 2).split('\n').map(visible).join('\n');
  return writeOut(`${IS_IN_WORKFLOW ? jsonWithoutCommands(json) : json}\n`);
}

/** Writes to standard output and waits until the text is flushed: exiting earlier would truncate it in a pipe. */
export function writeOut(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

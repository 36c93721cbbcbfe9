import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { MISUSED, writeOut } from '../command-line.ts';

/**
 * Reads the options of a script for developers. With --help, prints the help and exits. If the arguments are invalid, prints the mistake
 * and the help, and exits. `mistakeIn` describes a mistake in the parsed options, or returns null.
 */
export async function readOptions<T extends ParseArgsOptionsConfig>(
  help: string,
  options: T,
  mistakeIn: (values: Options<T>) => string | null,
): Promise<Options<T>> {
  let mistake: string | null;
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if ((values as { help?: boolean }).help) {
      await writeOut(help);
      process.exit(0);
    }
    mistake = mistakeIn(values as Options<T>);
    if (mistake === null) return values as Options<T>;
  } catch (error) {
    mistake = (error as Error).message;
  }
  process.stderr.write(`${mistake}\n\n${help}`);
  process.exit(MISUSED);
}

type Options<T extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

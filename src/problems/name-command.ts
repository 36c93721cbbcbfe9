/**
 * Command names in messages. They depend on how Almanac is run, so messages contain placeholders. For example, `{almanac add --} FILE`
 * becomes `npm run add -- FILE` in a checkout and `npx almanac add FILE` in an installed package. `--` means that arguments follow.
 */

/** Commands that messages mention. */
const NAMES = [
  ...['init', 'add', 'update', 'accept', 'check', 'bench'],
  ...['build', 'merge', 'dev', 'start', 'preview'],
] as const;
export type CommandName = (typeof NAMES)[number];

/** Returns the words that run a command. `hasArguments` is true if the caller adds a space and arguments. */
export type Calling = (name: CommandName, hasArguments: boolean) => string;

const PLACEHOLDER = new RegExp(`\\{almanac (${NAMES.join('|')})( --)?\\}`, 'g');

/** In a checkout, commands are npm scripts. The script `check` has a different purpose, so `check-data` runs the command. */
export const asScripts: Calling = (name, hasArguments) => {
  const words = name === 'start' ? 'npm start' : `npm run ${name === 'check' ? 'check-data' : name}`;
  return hasArguments ? `${words} --` : words;
};

/** In an installed package, a command consists of a prefix (`words`), such as `npx almanac`, and the command name. */
export function asProgram(words: string): Calling {
  return (name) => `${words} ${name}`;
}

let calling: Calling = asScripts;

/** Sets how messages name commands. Applies only to the current thread. */
export function callCommands(by: Calling): void {
  calling = by;
}

/** Fills in the placeholders of a text. The text must not quote names or data from files, which might look like placeholders. */
export function nameCommands(text: string): string {
  return text.replace(PLACEHOLDER, (_, name: CommandName, dashes?: string) => calling(name, dashes !== undefined));
}

/** Template tag that fills in the placeholders. Interpolated values stay unchanged, since a column may be named `{almanac build}`. */
export function advice(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: texts.map(nameCommands) }, ...values);
}

/** A command with its arguments, as shown in messages. */
export function nameCommand(name: CommandName, args = ''): string {
  return args === '' ? calling(name, false) : `${calling(name, true)} ${args}`;
}

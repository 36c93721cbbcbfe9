/**
 * How texts name commands. Whoever writes a text does not know how Almanac is called, so the text has a placeholder: `{almanac add --}
 * FILE` becomes `npm run add -- FILE` in a checkout, and `npx almanac add FILE` for an installed package. `--` says that arguments follow.
 */

/** Commands that texts name. */
export type CommandName = 'init' | 'add' | 'check' | 'build' | 'dev' | 'start' | 'preview' | 'merge' | 'bench';

/** The words that start a command. If `hasArguments`, they end so that arguments can follow after a blank. */
export type Calling = (name: CommandName, hasArguments: boolean) => string;

const PLACEHOLDER = /\{almanac (init|add|check|build|dev|start|preview|merge|bench)( --)?\}/g;

/** Commands of a checkout are scripts of its `package.json`, where `check` is another one. */
export const asScripts: Calling = (name, hasArguments) => {
  const words = name === 'start' ? 'npm start' : `npm run ${name === 'check' ? 'check-data' : name}`;
  return hasArguments ? `${words} --` : words;
};

/** Commands of an installed package: `words`, such as `npx almanac`, and a name. */
export function asProgram(words: string): Calling {
  return (name) => `${words} ${name}`;
}

let calling: Calling = asScripts;

/** Sets how texts name commands from now on, in this thread. No other thread writes such texts. */
export function callCommands(by: Calling): void {
  calling = by;
}

/** Fills in the placeholders of a text of ours, which quotes nothing from a file. */
export function nameCommands(text: string): string {
  return text.replace(PLACEHOLDER, (_, name: CommandName, dashes?: string) => calling(name, dashes !== undefined));
}

/**
 * Template tag that fills in the placeholders. The values of its expressions stay as they are, since a column may be called `{almanac
 * build}`.
 */
export function advice(texts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: texts.map(nameCommands) }, ...values);
}

/** A command with its arguments, to be printed. */
export function nameCommand(name: CommandName, args = ''): string {
  return args === '' ? calling(name, false) : `${calling(name, true)} ${args}`;
}

/**
 * How texts name commands. Whoever writes a text does not know how Almanac is called, so the text has a placeholder, which is filled in
 * when it is printed: `{almanac add --} FILE` becomes `npm run add -- FILE` in a checkout, and `npx almanac add FILE` for an installed
 * package. `--` says that arguments follow.
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

/** Commands of an installed package, which `words` start, such as `npx almanac`. */
export function asProgram(words: string): Calling {
  return (name) => `${words} ${name}`;
}

let calling: Calling = asScripts;

/** Sets how texts name commands from now on, in this thread: the one that prints them. */
export function callCommands(by: Calling): void {
  calling = by;
}

/** Fills in the placeholders of a text that is ours as a whole, with nothing of a file in it. */
export function nameCommands(text: string): string {
  return text.replace(PLACEHOLDER, (_, name: CommandName, dashes?: string) => calling(name, dashes !== undefined));
}

/** A text whose placeholders are known by their places, so that what looks like one in the name of a file or a column stays as it is. */
export interface Advice {
  text: string;
  /** Offsets in `text` of the placeholders, in UTF-16 code units, ascending. */
  commandsAt: readonly number[];
}

/** Tag of a template that may have placeholders. What is put into it has none, unless it is such a text itself. */
export function advice(texts: TemplateStringsArray, ...values: readonly (string | number | Advice)[]): Advice {
  return texts.reduce<Advice>(
    (before, own, at) => {
      const after = appended(before, placeholdersOf(own));
      const value = values[at];
      if (value === undefined) return after;
      return appended(after, typeof value === 'object' ? value : { text: String(value), commandsAt: [] });
    },
    { text: '', commandsAt: [] },
  );
}

function placeholdersOf(text: string): Advice {
  return { text, commandsAt: [...text.matchAll(PLACEHOLDER)].map(({ index }) => index) };
}

/** The placeholder for a command alone. */
export function placeholder(name: CommandName): Advice {
  return placeholdersOf(`{almanac ${name}}`);
}

/** A text with another after it. */
export function appended(before: Advice, after: Advice): Advice {
  const { length } = before.text;
  return {
    text: before.text + after.text,
    commandsAt: [...before.commandsAt, ...after.commandsAt.map((at) => length + at)],
  };
}

/** Fills in the placeholders of a text at their places. One that has been cut off stays as it is. */
export function nameCommandsOf({ text, commandsAt }: Advice): string {
  return text.replace(PLACEHOLDER, (found, name: CommandName, dashes: string | undefined, at: number) =>
    commandsAt.includes(at) ? calling(name, dashes !== undefined) : found,
  );
}

/** A command with its arguments, to be printed. */
export function nameCommand(name: CommandName, args = ''): string {
  return args === '' ? calling(name, false) : `${calling(name, true)} ${args}`;
}

import { existsSync, readdirSync } from 'node:fs';
import {
  type Answers,
  defaultTitle,
  type Initialised,
  initFolder,
  lacksCatalogue,
} from '../src/commands/init/init-folder.ts';
import { quoted } from '../src/commands/shell-word.ts';
import { canonicalLanguage, DEFAULT_LANGUAGE } from '../src/discover/catalogue/language-tag.ts';
import { isDataFile } from '../src/discover/list-files.ts';
import { nameCommand } from '../src/problems/name-command.ts';
import { ProblemError } from '../src/problems/problem.ts';
import { isTerminal, print, printLine, printProblems, settingsOrExit } from './command-line.ts';

const settings = settingsOrExit(
  'init',
  '{almanac init --} [settings] [FOLDER]',
  'Begins a catalogue in this folder, or in the named one: its description, an example dataset, and what builds and publishes it.',
);
const [folder = '.'] = settings.files;
const answers = await answer({ title: defaultTitle(folder), publisher: null, language: languageHere() });
if (answers === null) {
  printLine('');
  printLine('Nothing was written.');
  process.exit(130);
}
let initialised: Initialised;
try {
  initialised = initFolder(folder, answers);
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  printProblems([error.problem]);
  printLine('Nothing was written.');
  process.exit(1);
}
await print(`${[...describe(initialised), nextStep(initialised)].join('\n')}\n`);

/** The answers of a person; the defaults if nobody is there, or nothing is to be asked; null if the person would rather not go on. */
async function answer(defaults: Answers): Promise<Answers | null> {
  if (settings.yes || !process.stdin.isTTY || !isTerminal() || !lacksCatalogue(folder)) return defaults;
  // Loaded only for a person.
  const { askingOn, Cancelled } = await import('./terminal/ask.ts');
  const { askAboutCatalogue } = await import('./terminal/ask-about-catalogue.ts');
  const asking = askingOn(process.stdin, process.stderr);
  try {
    return await askAboutCatalogue(asking, defaults);
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  } finally {
    asking.close();
  }
}

/** The language of this machine. */
function languageHere(): string {
  const { language } = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale);
  return canonicalLanguage(language) ?? DEFAULT_LANGUAGE;
}

function describe({ written, kept, example, missingPackage }: Initialised): string[] {
  return [
    ...(written.length === 0 ? ['everything is there already'] : []),
    ...written.map((path) => `wrote ${path}`),
    ...kept.map((path) => `left as it was: ${path}`),
    ...(missingPackage === null
      ? []
      : [
          '',
          `package.json does not depend on Almanac, which the workflow needs: npm install --save-dev ${missingPackage}`,
        ]),
    ...(example === null
      ? []
      : ['', `${example} is an example: remove it and its sidecar when you have data of your own.`]),
  ];
}

/** What to do next: add the data that lies in the folder, or look at what there is. */
function nextStep({ example }: Initialised): string {
  const next = folder === '.' ? 'Next:' : `Next, in ${quoted(folder)}:`;
  const [data] = existsSync(folder) ? readdirSync(folder).filter(isDataFile).sort() : [];
  if (data !== undefined) return `${next} ${nameCommand('add', quoted(data))}`;
  const what = example === null ? 'shows what is there' : 'shows the example';
  return `${next} ${nameCommand('dev')} ${what} in a browser, and ${nameCommand('add', 'FILE')} adds a CSV file.`;
}

import {
  CATALOGUE,
  defaultTitle,
  type Initialised,
  initFolder,
  lacksCatalogue,
} from '../src/commands/init/init-folder.ts';
import { quoted } from '../src/commands/shell-word.ts';
import { canonicalLanguage, DEFAULT_LANGUAGE } from '../src/discover/language-tag.ts';
import { nameCommand } from '../src/problems/name-command.ts';
import { reportingErrors } from '../src/problems/problem.ts';
import { forTerminal } from '../src/problems/text-position.ts';
import { isTerminal, print, printLine, printProblems, settingsOrExit } from './command-line.ts';

const settings = settingsOrExit(
  'init',
  '{almanac init --} [settings] [FOLDER]',
  'Sets up a catalogue in this folder or the given one: its description, an example dataset and the workflow that publishes it.',
);
const [folder = '.'] = settings.files;
const isAsked = !settings.yes && process.stdin.isTTY && isTerminal() && lacksCatalogue(folder);
/** The language of the operating system; `DEFAULT_LANGUAGE` if it is unknown. */
const language =
  canonicalLanguage(new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale).language) ?? DEFAULT_LANGUAGE;
const defaults = { title: defaultTitle(folder, language), publisher: null, language };
// The module with the questions is imported only if they are asked.
const answers = isAsked
  ? await (await import('./terminal/ask-about-catalogue.ts')).askAboutCatalogue(process.stdin, process.stderr, defaults)
  : defaults;
if (answers === null) {
  printLine('');
  printLine('Nothing was written.');
  process.exit(130);
}
const initialised = reportingErrors(
  (problem) => printProblems([problem]),
  () => initFolder(folder, answers),
);
if (initialised === null) {
  printLine('Nothing was written.');
  process.exit(1);
}
await print(`${[...describe(initialised, answers.title), nextStep(initialised)].map(forTerminal).join('\n')}\n`);

function describe(initialised: Initialised, title: string): string[] {
  const { written, kept, example, missingPackage, missingIgnores } = initialised;
  const remarks = [
    !isAsked && written.includes(CATALOGUE) && `The title is "${title}"; change it in ${CATALOGUE}.`,
    missingPackage !== null &&
      `The workflow needs Almanac as a dependency in package.json: run npm install --save-dev ${quoted(missingPackage)}`,
    missingIgnores.length > 0 &&
      `.gitignore lacks some folders and files that git should ignore; add a line for each: ${missingIgnores.join(' ')}`,
    example !== null && `${example} is an example: remove it and its sidecar once you have your own data.`,
  ].filter((it) => it !== false);
  return [
    ...(written.length === 0 ? ['everything is already there'] : []),
    ...written.map((path) => `wrote ${path}`),
    ...kept.map((path) => `left as it was: ${path}`),
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
  ];
}

/** The next step: add the data files in the folder or, without any, look at the catalogue or its example and add a file. */
function nextStep({ example, toAdd }: Initialised): string {
  const next = folder === '.' ? 'Next:' : `Next, in ${quoted(folder)}:`;
  const [data, ...others] = toAdd;
  if (data !== undefined) {
    const more = others.length === 1 ? 'the other file' : `each of the other ${others.length} files`;
    const same = others.length === 0 ? '' : `, and the same for ${more}: ${shown(others)}`;
    return `${next} ${nameCommand('add', quoted(data))}${same}`;
  }
  const what = example === null ? 'shows the catalogue' : 'shows the example';
  return `${next} ${nameCommand('dev')} ${what} in a browser, and ${nameCommand('add', 'FILE')} adds a CSV file.`;
}

/** Lists up to three names, quoted, followed by an ellipsis if there are more. */
function shown(names: readonly string[]): string {
  const few = names.slice(0, 3).map((name) => quoted(name));
  return [...few, ...(names.length > few.length ? ['…'] : [])].join(', ');
}

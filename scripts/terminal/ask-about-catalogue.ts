import { createInterface } from 'node:readline/promises';
import type { Answers } from '../../src/commands/init/init-folder.ts';
import { canonicalLanguage, languageNamed } from '../../src/discover/language-tag.ts';
import { forTerminal } from '../../src/problems/text-position.ts';
import { LANGUAGES } from '../../src/texts/languages.ts';

/**
 * Asks for the title, publisher and language of a new catalogue. The answers can be changed later in `catalogue.json`. Resolves to null if
 * the user cancels with Ctrl-C or closes the input.
 */
export async function askAboutCatalogue(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  defaults: Answers,
): Promise<Answers | null> {
  const lines = createInterface({ input, output });
  const cancelled = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  lines.on('SIGINT', () => lines.close());
  /** Resolves to the trimmed input, or null if cancelled. `shown` is the default that is displayed. */
  const ask = async (text: string, shown: string): Promise<string | null> => {
    const typed = await Promise.race([lines.question(`${forTerminal(`${text} (${shown}):`)} `), cancelled]);
    return typed?.trim() ?? null;
  };
  try {
    const title = await ask('Title of the catalogue', defaults.title);
    if (title === null) return null;
    const publisher = await ask('Publisher, such as an organisation or a person', defaults.publisher ?? 'decide later');
    if (publisher === null) return null;
    for (;;) {
      const typed = await ask(`Language of the catalogue, such as ${LANGUAGES.join(', ')}`, defaults.language);
      if (typed === null) return null;
      // Accepts a tag such as `de-CH`, or the name of a language, either in English or in the language itself.
      const language = canonicalLanguage(typed || defaults.language) ?? languageNamed(typed);
      if (language !== null)
        return { title: title || defaults.title, publisher: publisher || defaults.publisher, language };
      output.write(`${forTerminal(`"${typed}" is not a known language. Enter a code, such as en or pt-BR.`)}\n`);
    }
  } finally {
    lines.close();
  }
}

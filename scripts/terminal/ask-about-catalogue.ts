import { createInterface } from 'node:readline/promises';
import type { Answers } from '../../src/commands/init/init-folder.ts';
import { canonicalLanguage, languageNamed } from '../../src/discover/language-tag.ts';
import { forTerminal } from '../../src/problems/text-position.ts';

/**
 * Asks a person, who types into `input` and reads `output`, what readers see first of a new catalogue, and what only a person knows. The
 * rest can be changed later in `catalogue.json`. Null if the person ends the questions, with Ctrl-C or by closing the input.
 */
export async function askAboutCatalogue(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  defaults: Answers,
): Promise<Answers | null> {
  const lines = createInterface({ input, output });
  const cancelled = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  lines.on('SIGINT', () => lines.close());
  /** What was typed, without blanks around it; `shown` is the default. */
  const ask = async (text: string, shown: string): Promise<string | null> => {
    const typed = await Promise.race([lines.question(`${forTerminal(`${text} (${shown}):`)} `), cancelled]);
    return typed?.trim() ?? null;
  };
  try {
    const title = await ask('Title of the catalogue', defaults.title);
    if (title === null) return null;
    const publisher = await ask('Who publishes it, such as an office or a person', defaults.publisher ?? 'say later');
    if (publisher === null) return null;
    for (;;) {
      const typed = await ask('Language of the catalogue, such as en, de, fr or es', defaults.language);
      if (typed === null) return null;
      // A tag such as `de-CH`, or the name of a language in English or in itself.
      const language = canonicalLanguage(typed || defaults.language) ?? languageNamed(typed);
      if (language !== null)
        return { title: title || defaults.title, publisher: publisher || defaults.publisher, language };
      output.write(`${forTerminal(`"${typed}" is not a language. Write its code, such as en or pt-BR.`)}\n`);
    }
  } finally {
    lines.close();
  }
}

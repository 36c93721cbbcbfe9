import type { Answers } from '../../src/commands/init/init-folder.ts';
import { canonicalLanguage, languageNamed } from '../../src/discover/language-tag.ts';
import type { Asking } from './ask.ts';

/** Asks what readers see first of a new catalogue, and what only a person knows. The rest can be changed later in `catalogue.json`. */
export async function askAboutCatalogue({ ask }: Asking, defaults: Answers): Promise<Answers> {
  const title = await ask({
    text: 'Title of the catalogue',
    shown: defaults.title,
    read: (typed) => ({ answer: typed || defaults.title }),
  });
  const publisher = await ask({
    text: 'Who publishes it, such as an office or a person',
    shown: defaults.publisher ?? 'say later',
    read: (typed) => ({ answer: typed || defaults.publisher }),
  });
  const language = await ask({
    text: 'Language of the catalogue, such as en, de, fr or es',
    shown: defaults.language,
    read: (typed) => readLanguage(typed || defaults.language),
  });
  return { title, publisher, language };
}

/** Reads a tag such as `de-CH`, or the name of a language in English or in itself. */
function readLanguage(typed: string): { answer: string } | string {
  const answer = canonicalLanguage(typed) ?? languageNamed(typed);
  return answer === null ? `"${typed}" is not a language. Write its code, such as en or pt-BR.` : { answer };
}

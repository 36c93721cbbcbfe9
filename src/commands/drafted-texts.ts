import { titleOf } from '../discover/sidecar/draft-sidecar.ts';
import { type Texts, textsFor } from '../texts/texts.ts';

/** Initial texts for a language tag: `de-CH` gets those of `de`. A language without a translation gets English. */
export function draftedTexts(language: string): Texts['drafts'] {
  return textsFor(language).drafts;
}

/** Initial title and description of a category. The title is derived from its name; the description is in the given language. */
export function draftedCategory(name: string, language: string): { title: string; description: string } {
  const title = titleOf(name);
  return { title, description: draftedTexts(language).category.replace('{title}', () => title) };
}

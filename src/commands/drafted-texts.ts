import { titleOf } from '../discover/sidecar/draft-sidecar.ts';
import { textsFor } from '../texts/texts.ts';

/** Initial title and description of a category. The title is derived from its name; the description is in the given language. */
export function draftedCategory(name: string, language: string): { title: string; description: string } {
  const title = titleOf(name);
  return { title, description: textsFor(language).drafts.category.replace('{title}', () => title) };
}

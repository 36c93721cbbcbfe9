/** Adds a category to the catalogue's description: in a new file, or in the existing one, whose other content stays unchanged. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { CATALOGUE_FILE } from '../../discover/catalogue/catalogue-file.ts';
import { DEFAULT_LANGUAGE } from '../../discover/language-tag.ts';
import { titleOf } from '../../discover/sidecar/draft-sidecar.ts';
import { realPath } from '../../pipeline/output/output-folder.ts';
import { textsFor } from '../../texts/texts.ts';
import { withJsonValue } from '../edit-json.ts';
import type { FileChange } from './create-files.ts';

/** Initial title and description of a category. The title is derived from its name; the description is in the given language. */
export function draftedCategory(name: string, language: string): { title: string; description: string } {
  const title = titleOf(name);
  return { title, description: textsFor(language).drafts.category.replace('{title}', () => title) };
}

/** A minimal description of the catalogue, for the publisher to improve. `schema` is the link to its JSON Schema; null for no link. */
export function newCatalogue(rawData: string, category: string, schema: string | null): FileChange {
  const { title, description } = textsFor(DEFAULT_LANGUAGE).drafts;
  const content = {
    ...(schema === null ? {} : { $schema: schema }),
    title,
    description,
    categories: { [category]: draftedCategory(category, DEFAULT_LANGUAGE) },
  };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return { path: join(rawData, CATALOGUE_FILE), file: CATALOGUE_FILE, content: { text } };
}

/** An edit that inserts a category after the existing ones, on separate lines and with the indentation of the file. */
export function addedCategory(rawData: string, category: string): FileChange {
  // If the file is a link, its target is edited and the link stays.
  const path = realPath(join(rawData, CATALOGUE_FILE));
  const before = readFileSync(path, 'utf8');
  // jsonc-parser skips a byte order mark at the start.
  const language: unknown = parse(before).language ?? DEFAULT_LANGUAGE;
  const draft = draftedCategory(category, String(language));
  const text = withJsonValue(before, ['categories', category], draft);
  return { path, file: CATALOGUE_FILE, content: { text, before } };
}

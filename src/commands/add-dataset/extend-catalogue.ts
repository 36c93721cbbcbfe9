/** Gives the catalogue's description a category: in a new file, or by an insertion that changes no more of the file than blanks beside it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { CATALOGUE_FILE } from '../../discover/catalogue/read-catalogue.ts';
import { DEFAULT_LANGUAGE } from '../../discover/language-tag.ts';
import { titleOf } from '../../discover/sidecar/draft-sidecar.ts';
import { realPath } from '../../pipeline/output/output-folder.ts';
import { draftedCategory, draftedTexts } from '../drafted-texts.ts';
import type { FileEdit, NewFile } from './create-files.ts';

/** The file for a catalogue without a description: one that a build accepts, for a person to improve. `schema` as in a sidecar. */
export function newCatalogue(rawData: string, category: string, schema: string | null): NewFile {
  const { title, description } = draftedTexts(DEFAULT_LANGUAGE);
  const content = {
    ...(schema === null ? {} : { $schema: schema }),
    title,
    description,
    categories: { [category]: draftOf(category, DEFAULT_LANGUAGE) },
  };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  return { path: join(rawData, CATALOGUE_FILE), file: CATALOGUE_FILE, content: { text } };
}

/** The insertion of a category after those that the description has, on lines of its own, with the indents of the file. */
export function addedCategory(rawData: string, category: string): FileEdit {
  // A link stays a link.
  const path = realPath(join(rawData, CATALOGUE_FILE));
  const before = readFileSync(path, 'utf8');
  return { path, file: CATALOGUE_FILE, before, after: withCategory(before, category) };
}

/** `json` may begin with a byte order mark, which counts as a blank. */
function withCategory(json: string, category: string): string {
  const language: unknown = parse(json).language ?? DEFAULT_LANGUAGE;
  const [indent] = /^[ \t]+(?=")/m.exec(json) ?? ['  '];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: json.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(
    json,
    modify(json, ['categories', category], draftOf(category, String(language)), { formattingOptions }),
  );
}

/** What a person should improve: a category's title and description, made from its name, in the language of the catalogue. */
export function draftOf(category: string, language: string): { title: string; description: string } {
  return draftedCategory(titleOf(category), language);
}

/** Gives the catalogue's description a category: in a new file, or by an insertion that leaves the rest of the file as it is. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
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

/** The insertion of a category after those that the description has. It is written in the style of the last of them. */
export function addedCategory(rawData: string, category: string): FileEdit {
  // A link stays a link.
  const path = realPath(join(rawData, CATALOGUE_FILE));
  const before = readFileSync(path, 'utf8');
  return { path, file: CATALOGUE_FILE, before, after: withCategory(before, category) };
}

/** `json` may begin with a byte order mark, which counts as a blank. */
function withCategory(json: string, category: string): string {
  const tree = parseTree(json) as Node;
  const categories = findNodeAtLocation(tree, ['categories']) as Node;
  const language = findNodeAtLocation(tree, ['language'])?.value ?? DEFAULT_LANGUAGE;
  const last = categories.children?.at(-1);
  // In an object without members, there is no style to follow.
  const at = last ? last.offset + last.length : categories.offset + 1;
  const before = last ? blanksBefore(json, last) : ' ';
  const entry = last?.children?.[1];
  const member = entry?.children?.[0];
  const end = entry ? json.slice(0, entry.offset + entry.length - 1) : '';
  const within = { before: member ? blanksBefore(json, member) : ' ', after: member ? blanksAtEnd(end) : ' ' };
  const members = Object.entries(draftOf(category, language)).map(
    ([key, value]) => `${within.before}${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const inserted = `${before}${JSON.stringify(category)}: {${members.join(',')}${within.after}}`;
  const whole = last ? `,${inserted}` : `${inserted} `;
  const rest = last ? json.slice(at) : json.slice(at).trimStart();
  return `${json.slice(0, at)}${whole}${rest}`;
}

function blanksBefore(json: string, { offset }: Node): string {
  return blanksAtEnd(json.slice(0, offset));
}

function blanksAtEnd(text: string): string {
  return text.slice(text.trimEnd().length);
}

/** What a person should improve: a category's title and description, made from its name, in the language of the catalogue. */
export function draftOf(category: string, language: string): { title: string; description: string } {
  return draftedCategory(titleOf(category), language);
}

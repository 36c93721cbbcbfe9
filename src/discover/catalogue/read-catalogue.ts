import { join } from 'node:path';
import type { Catalogue, Category } from '../../model.ts';
import { isObject } from '../../problems/overlay.ts';
import { problem, type Report, reportingFew } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { namedLicense } from '../identify-license.ts';
import { checkValue } from '../json/check-value.ts';
import { below, type JsonDocument, readJson } from '../json/read-json.ts';
import { canonicalLanguage, DEFAULT_LANGUAGE, directionOf } from '../language-tag.ts';
import { whyNotCategory } from '../name-dataset.ts';
import { isBlank, withoutBlankFields, withoutRepeats } from '../sidecar/blank-fields.ts';
import { catalogueSchema, categorySchema } from '../sidecar/sidecar-schema.ts';
import { spelledPath } from '../spelling.ts';
import { isFolder, statOrError } from '../stat-or-error.ts';
import { CATALOGUE_FILE } from './catalogue-file.ts';
import { checkDefaults } from './category-defaults.ts';
import { readLogo } from './read-logo.ts';
import { NO_TEXTS } from './read-texts.ts';
import { readTheme } from './read-theme.ts';

const EXAMPLE = `{
  "title": "Our open data",
  "description": "What the catalogue contains.",
  "categories": { "economy": { "title": "Economy", "description": "What the category contains." } }
}`;

/**
 * Reads the catalogue's description, its logo and its style sheet. If any of them has an error, reports every problem and returns null. The
 * result has no texts yet; `readTexts` reads them.
 */
export function readCatalogue(rawData: string, report: Report): Catalogue | null {
  // `listFiles` reports a missing folder.
  if (!isFolder(rawData)) return null;
  const path = join(rawData, CATALOGUE_FILE);
  const spelled = spelledPath(rawData, CATALOGUE_FILE);
  if ('otherCase' in spelled) {
    const message = `the file is named ${spelled.otherCase} in the folder, and case matters`;
    report(problem('catalogue-missing', { file: CATALOGUE_FILE }, message, `Rename it to ${CATALOGUE_FILE}.`));
    return null;
  }
  if (statOrError(path) === null) {
    const message = 'the catalogue has no description, so its title and categories are unknown';
    const help = `Create the file, for example:\n${EXAMPLE}`;
    report(problem('catalogue-missing', { file: CATALOGUE_FILE }, message, help));
    return null;
  }
  const document = readJson(path, CATALOGUE_FILE, report);
  return document && reportingFew(report, (few) => readDocument(rawData, document, few));
}

function readDocument(rawData: string, document: JsonDocument, report: Report): Catalogue | null {
  const head = checkValue(catalogueSchema, document.value, document, report);
  if (!isObject(document.value)) return null;
  const { value } = document;
  const categories = readCategories(value.categories, document, report);
  // Each file is read even if a key is wrong, so that one run reports every mistake.
  const logoPath = given(value.logo);
  const logo = logoPath === null ? null : readLogo(rawData, logoPath, document.at(['logo']), report);
  const theme = readTheme(rawData, report);
  const ownLicense = given(value.license);
  const license = ownLicense === null ? null : namedLicense(ownLicense, document.at(['license']), report).name;
  if (!head || !categories || (logoPath !== null && logo === null) || theme === null) return null;
  const language = canonicalLanguage(given(head.language) ?? DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE;
  return {
    title: head.title,
    description: head.description,
    publisher: given(head.publisher),
    contact: given(head.contact),
    license,
    language,
    direction: head.direction ?? directionOf(language),
    keywords: withoutRepeats(head.keywords),
    accent: given(head.accent)?.toLowerCase() ?? null,
    logo,
    featured: given(head.featured)?.trim() ?? null,
    theme: theme.css,
    texts: NO_TEXTS,
    categories,
  };
}

/** Whether the featured dataset, if the publisher has named one, is among the given ones. If not, reports a problem. */
export function hasFeatured(
  rawData: string,
  { featured }: Pick<Catalogue, 'featured'>,
  configs: readonly string[],
  report: Report,
): boolean {
  if (featured === null || configs.includes(featured)) return true;
  const place = readJson(join(rawData, CATALOGUE_FILE), CATALOGUE_FILE, () => {})?.at(['featured']);
  const message = `"featured" is ${JSON.stringify(featured)}, which is not a dataset${didYouMean(featured, configs)}`;
  const help =
    'Write the name of a dataset as in its address, or remove the key: the chart of the home page is then chosen by a rule.';
  report(problem('value-invalid', place ?? { file: CATALOGUE_FILE }, message, help));
  return false;
}

/** An optional string; null if it is absent, blank or not a string. */
function given(text: unknown): string | null {
  return typeof text !== 'string' || isBlank(text) ? null : text;
}

function readCategories(value: unknown, document: JsonDocument, report: Report): Category[] | null {
  if (!isObject(value)) {
    const code = value === undefined ? 'key-missing' : 'value-invalid';
    const message = '"categories" must be an object with an entry for each category';
    const help = 'Write "categories": { "economy": { "title": "Economy", "description": "What it contains." } }.';
    report(problem(code, document.at(['categories']), message, help));
    return null;
  }
  const categories = Object.entries(value).map(([name, entry]) => {
    const reason = whyNotCategory(name);
    if (reason !== null) {
      const message = `"${name}" cannot be the name of a category: ${reason}`;
      const help = 'Choose another name: it becomes part of the URL.';
      report(problem('name-invalid', document.at(['categories', name], 'key'), message, help));
    }
    const part = below(document, 'categories', name);
    const category = checkValue(categorySchema, entry, part, report);
    if (!category || reason !== null) return null;
    const { defaults, ...words } = category;
    if (defaults === undefined) return { name, ...words };
    return checkDefaults(withoutBlankFields(defaults), below(part, 'defaults'), report) ? { name, ...words } : null;
  });
  return categories.every((it) => it !== null) ? categories : null;
}

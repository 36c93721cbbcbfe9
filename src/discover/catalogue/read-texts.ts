import { join } from 'node:path';
import { TEXT_PAGES } from '../../contract/routes.ts';
import type { Catalogue, CatalogueTexts } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { collecting, inOrder, type Problem, problem, type Report, reportingFew } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { isDataFile, SIDECAR } from '../list-files.ts';
import { namesIn } from '../spelling.ts';
import { isFolder, statOrError } from '../stat-or-error.ts';
import { readSmallText } from './read-text-file.ts';
import { THEME } from './read-theme.ts';
import { type ParsedText, parseMarkdown } from './texts/parse-markdown.ts';
import { type LinkTargets, resolveLink } from './texts/resolve-link.ts';

export const HOME_TEXT = 'home.md';

/** Maximum size of a text, in bytes: about ten thousand words. */
const MAX_BYTES = 1 << 16;

/** Maximum number of pages. Every page links to all of them. */
const MAX_PAGES = 30;

export const NO_TEXTS: CatalogueTexts = { home: null, pages: [] };

/** File name of a page: an optional number that orders the pages and is not part of the URL, then the page's name. */
const PAGE_NAME = /^(?:\d+[-_.])?([a-z0-9][a-z0-9_-]{0,99})\.md$/;

/** Comparing thousands of broken links with thousands of names would take minutes, so only the first links get a suggestion. */
const MAX_SUGGESTIONS = 100;

/**
 * Reads the texts of the home page and of the other pages in the raw-data folder. If there are problems, reports them and returns null.
 * Links to categories are not checked if `catalogue` is null, nor links to datasets if `configs` is null.
 */
export function readTexts(
  rawData: string,
  catalogue: Pick<Catalogue, 'categories'> | null,
  configs: readonly string[] | null,
  report: Report,
): CatalogueTexts | null {
  // `listFiles` reports an unreachable folder.
  if (!isFolder(rawData)) return NO_TEXTS;
  const found: Problem[] = [];
  let asked = 0;
  const suggest: LinkTargets['suggest'] = (name, names) => {
    asked += 1;
    return asked > MAX_SUGGESTIONS ? '' : didYouMean(name, names);
  };
  const texts = reportingFew(collecting(found, report), (few) => {
    reportOtherCase(rawData, few);
    const home = statOrError(join(rawData, HOME_TEXT)) === null ? null : readText(rawData, HOME_TEXT, 'home', few);
    const pages = listPages(rawData, few).flatMap(({ file, name }) => {
      const text = readText(rawData, file, 'page', few);
      return text ? { name, text } : [];
    });
    const targets: LinkTargets = {
      texts: new Map([
        [HOME_TEXT, { path: '', ids: home?.ids ?? new Set() }],
        ...pages.map(({ name, text }) => [text.file, { path: `${TEXT_PAGES}/${name}/`, ids: text.ids }] as const),
      ]),
      categories: catalogue?.categories.map(({ name }) => name) ?? null,
      configs,
      suggest,
    };
    for (const { problems, links } of [...(home ? [home] : []), ...pages.map(({ text }) => text)]) {
      const inLinks = links.flatMap((link) => resolveLink(link, targets) ?? []);
      for (const it of inOrder([...problems, ...inLinks])) few(it);
    }
    return {
      home: home?.content ?? null,
      pages: pages.map(({ name, text }) => ({ name, title: text.title ?? '', content: text.content })),
    };
  });
  return found.length === 0 ? texts : null;
}

/** Names that must be in lower case, since some file systems are case-sensitive. */
const EXACT_NAMES: readonly string[] = [HOME_TEXT, THEME, TEXT_PAGES];

/** Reports names such as `Home.md`, which only case-insensitive file systems treat as `home.md`. */
function reportOtherCase(rawData: string, report: Report): void {
  for (const file of namesIn(rawData)) {
    const expected = file.toLowerCase();
    if (file === expected || !EXACT_NAMES.includes(expected)) continue;
    const message = `is read as ${expected} on some systems and not found on others`;
    report(problem('name-invalid', { file }, message, `Rename it to ${expected}.`));
  }
}

function readText(rawData: string, file: string, kind: 'page' | 'home', report: Report): ParsedText | null {
  const read = readSmallText(rawData, file, MAX_BYTES, `more than the maximum of ${MAX_BYTES >> 10} KB`);
  if ('text' in read) return parseMarkdown(file, read.text, kind);
  const help = 'A page must be a Markdown file in UTF-8. Split a long page into several.';
  report(problem('page-invalid', { file }, read.reason, help));
  return null;
}

/** Lists the pages in the order of their file names. Data files and sidecars in the folder are reported elsewhere. */
function listPages(rawData: string, report: Report): { file: string; name: string }[] {
  const entries = namesIn(join(rawData, TEXT_PAGES)).filter(
    (name) => !name.startsWith('.') && !isDataFile(name) && !name.endsWith(SIDECAR),
  );
  const found = entries.sort(BY_NAME.compare).flatMap((entry) => {
    const file = `${TEXT_PAGES}/${entry}`;
    const name = PAGE_NAME.exec(entry)?.[1];
    if (name !== undefined) return { file, name };
    report(problem('page-invalid', { file }, 'does not have a valid file name for a page', NAME_HELP));
    return [];
  });
  for (const [name, group] of Map.groupBy(found, (it) => it.name)) {
    if (group.length === 1) continue;
    const files = group.map(({ file }) => file);
    const message = `has the same address as ${files.slice(1).join(', ')}: /${TEXT_PAGES}/${name}/`;
    const help = 'Give each page its own name. A number before it orders the pages and is not part of the address.';
    report(problem('name-collision', { file: files[0] ?? null }, message, help));
  }
  if (found.length > MAX_PAGES) {
    const message = `has ${formatCount(found.length, 'page')}, which is too many, since every page of the catalogue links to all of them`;
    report(problem('page-invalid', { file: TEXT_PAGES }, message, `Merge some: at most ${MAX_PAGES} are allowed.`));
  }
  return found;
}

const NAME_HELP =
  `Pages are Markdown files such as ${TEXT_PAGES}/about.md or ${TEXT_PAGES}/2-methods.md, whose names contain only lower-case ` +
  `letters a–z, digits, - and _. Rename the file, or move it out of ${TEXT_PAGES}/.`;

/** Compares numbers by value: 2-methods.md comes before 10-history.md, and both come before about.md. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

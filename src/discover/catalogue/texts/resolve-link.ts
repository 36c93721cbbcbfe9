import { CATEGORY_PAGES, DATASET_PAGES, decodePath, TEXT_PAGES } from '../../../contract/routes.ts';
import { type Problem, problem } from '../../../problems/problem.ts';
import type { ParsedLink } from './parse-markdown.ts';

export interface LinkTargets {
  /** Maps the file of each text to the path of its page, relative to the catalogue's home page, and the IDs of its headings. */
  texts: ReadonlyMap<string, { path: string; ids: ReadonlySet<string> }>;
  /** Names of all categories; if null, links to categories are not checked. */
  categories: readonly string[] | null;
  /** Names of all datasets; if null, links to datasets are not checked. */
  configs: readonly string[] | null;
  /** Suggests the most similar name, as ` (did you mean "…"?)`; empty if none is similar enough. */
  suggest(name: string, names: Iterable<string>): string;
}

/** Placeholder for the catalogue's address. Links are resolved as if the raw-data folder were published there. */
const HERE = 'http://catalogue.invalid';

/** The only addresses allowed outside the catalogue: web and email. Browsers would execute some others, such as `javascript:` URLs. */
const ELSEWHERE = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu;

const WHERE_TO =
  'Start the address of another site with https://, link to another Markdown file by its path relative to this one, ' +
  'such as about.md, or link to a dataset as /datasets/NAME/.';

/** Sets the target of a link and returns null; if the link is broken or not allowed, returns the problem instead. */
export function resolveLink({ element, address, at }: ParsedLink, targets: LinkTargets): Problem | null {
  const broken = (message: string, help = WHERE_TO): Problem => problem('link-broken', at, message, help);
  const url = URL.parse(address, `${HERE}/${at.file}`);
  if (url?.origin !== HERE || /^[\\/]{2}/.test(address)) {
    if (!url || !ELSEWHERE.test(address)) {
      const help = 'Links may lead to https://, http:// and mailto: addresses, and to pages of the catalogue.';
      return problem('page-invalid', at, `has a link to ${JSON.stringify(address)}, which is not allowed`, help);
    }
    element.href = address;
    return null;
  }
  if (address === '') return broken('a link has no address');
  const path = decodePath(url.pathname.slice(1)) ?? url.pathname.slice(1);
  const fragment = decodePath(url.hash.slice(1)) ?? url.hash.slice(1);
  if (address.startsWith('/')) {
    const reason = whyNoPage(path, targets);
    if (reason !== null)
      return broken(`the link ${JSON.stringify(address)} leads to ${reason}`, 'Correct the address.');
    // If the catalogue is at the root of a host, a path that starts with two slashes would lead to another host.
    if (url.pathname.startsWith('//')) return broken(`the link ${JSON.stringify(address)} has an empty path segment`);
    element.path = url.pathname.slice(1) + url.search + url.hash;
    return null;
  }
  const text = targets.texts.get(path);
  if (!text) return broken(`the link ${JSON.stringify(address)} leads to ${whyNoText(path, targets)}`);
  const isHere = address.startsWith('#');
  if ((isHere || fragment !== '') && !text.ids.has(fragment)) {
    const suggestion = targets.suggest(fragment, text.ids);
    const message = `${path} has no heading with the id ${JSON.stringify(fragment)}${suggestion}`;
    return broken(message, 'Correct the name after #, or add the heading.');
  }
  if (isHere) element.href = `#${fragment}`;
  else element.path = text.path + url.hash;
  return null;
}

function whyNoText(path: string, { texts, suggest }: LinkTargets): string {
  if (/\.[ct]sv$/i.test(path)) return `${path}, but data files are published as datasets, not as files`;
  if (!/\.md$/i.test(path)) return `${JSON.stringify(path)}, but files in the raw-data folder are not published`;
  return `${path}, which does not exist${suggest(path, texts.keys())}`;
}

/** Names the missing page to which a path leads, for a message; null if the page exists, or if that cannot be checked here. */
function whyNoPage(path: string, { texts, categories, configs, suggest }: LinkTargets): string | null {
  const [folder = '', name = '', ...rest] = path.split('/');
  const isPage = name !== '' && rest.every((part) => part === '');
  if (!isPage) return null;
  const pages = [...texts.values()].map((it) => it.path.split('/')[1] ?? '').filter((it) => it !== '');
  const known: Readonly<Record<string, readonly [what: string, names: readonly string[] | null]>> = {
    [DATASET_PAGES]: ['the dataset', configs],
    [CATEGORY_PAGES]: ['the category', categories],
    [TEXT_PAGES]: ['the page', pages],
  };
  const [what, names] = known[folder] ?? [];
  if (!names || names.includes(name)) return null;
  return `${what} ${JSON.stringify(name)}, which does not exist${suggest(name, names)}`;
}

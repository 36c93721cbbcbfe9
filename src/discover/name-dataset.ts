import { isDeviceName } from '../contract/file-names.ts';
import { TEXT_PAGES } from '../contract/routes.ts';
import { quoteText } from '../problems/quote-text.ts';

const MAX_NAME_LENGTH = 100;

/** Names that have a special meaning in API paths. */
const PATH_WORDS = new Set(['category', 'limit', 'offset', 'index']);

/** A config name, or the code, message and help of the problem that prevents one. */
export type Naming = { name: string } | { code: 'name-reserved' | 'name-invalid'; message: string; help: string };

/**
 * Derives a dataset's config name from its file name without extension, or from the name of its resource in a data package. Letters become
 * lower case and lose their accents, and each run of characters other than `[a-z0-9_]` becomes a hyphen. Hyphens at either end and
 * underscores at the start are then removed. A config name matches `[a-z0-9][a-z0-9_-]*` and has at most 100 characters.
 */
export function nameDataset(stem: string, kind: 'file' | 'resource' = 'file'): Naming {
  const name = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
  if (name === '') {
    const message = `no config name can be made from ${quoteText(stem)}: it contains neither a letter a–z nor a digit 0–9`;
    return { code: 'name-invalid', message, help: `Rename the ${kind}: its name becomes part of the URL.` };
  }
  if (name.length > MAX_NAME_LENGTH) {
    const message = `the config name made from ${quoteText(stem)} has ${name.length} characters, more than ${MAX_NAME_LENGTH}`;
    return { code: 'name-invalid', message, help: `Give the ${kind} a shorter name: it becomes part of the URL.` };
  }
  const reason = whyReserved(name);
  if (reason !== null) {
    const what = kind === 'file' ? 'file (and its sidecar)' : 'resource';
    const help = `Rename the ${what}, for example to "${name}-data"${kind === 'file' ? ' with the same extension' : ''}.`;
    return { code: 'name-reserved', message: `"${name}" cannot be a config name: ${reason}`, help };
  }
  return { name };
}

/** The reason that a category cannot have this name; null if it can. */
export function whyNotCategory(name: string): string | null {
  if (name === TEXT_PAGES) return `the folder ${TEXT_PAGES}/ is reserved for the publisher’s own pages`;
  if (/^[a-z0-9][a-z0-9_-]{0,99}$/.test(name)) return whyReserved(name);
  return 'names contain only a–z, 0–9, _ and -, start with a letter or digit, and have at most 100 characters';
}

/** The reason that a name cannot be part of an API path; null if it can. */
function whyReserved(name: string): string | null {
  if (PATH_WORDS.has(name)) return `"${name}" is reserved for paths of the API`;
  if (isDeviceName(name)) return 'it is a device name on Windows, where no file can have this name';
  return null;
}

/** Chooses the category of a new file. If the category is missing and must not be created, the error names the command that creates it. */

import { CATALOGUE_FILE } from '../../discover/catalogue/catalogue-file.ts';
import { readCatalogue } from '../../discover/catalogue/read-catalogue.ts';
import { whyNotCategory } from '../../discover/name-dataset.ts';
import type { Catalogue } from '../../model.ts';
import { advice } from '../../problems/name-command.ts';
import { type Problem, ProblemError } from '../../problems/problem.ts';
import { SETTINGS, type Settings } from '../../settings/settings.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { quoted } from '../shell-word.ts';
import { refusal } from './refusal.ts';

/** A request to add the file at a path. `shown` is what the user gave: that path, or the URL from which the file was fetched. */
export type Request = Pick<Settings, 'rawData' | 'category' | 'create'> & { path: string; shown: string };

/** Reads the catalogue's description; null without a file. Throws a `ProblemError` if it is invalid or `rawData` is not a folder. */
export function catalogueOf(rawData: string): Catalogue | null {
  const problems: Problem[] = [];
  const catalogue = readCatalogue(rawData, (it) => problems.push(it));
  const [first] = problems;
  if (catalogue || first?.code === 'catalogue-missing') return catalogue;
  throw first
    ? new ProblemError(first)
    : refusal('raw-data-missing', rawData, 'is not a folder', 'Specify the folder with --raw-data DIR.');
}

/**
 * Chooses the given category, or else that of the file's folder in the raw data, or else the only one. `folder` is null for a file that is
 * in no category's folder. `exists` is false if the category must still be created. Throws a `ProblemError` if none applies, or if the category is missing and must not or cannot be created.
 */
export function chooseCategory(request: Request, folder: string | null, catalogue: Catalogue | null) {
  const names = catalogue?.categories.map(({ name }) => name) ?? [];
  const wanted = request.category ?? folder ?? (names.length === 1 ? (names[0] as string) : null);
  if (wanted === null) throw notGiven(request, names, catalogue);
  if (names.includes(wanted)) return { name: wanted, exists: true };
  const reason = whyNotCategory(wanted);
  if (request.create && reason === null) return { name: wanted, exists: false };
  const isGiven = request.category !== null;
  const known = names.length > 0 ? `Categories in the catalogue: ${names.join(', ')}. ` : '';
  if (reason !== null) {
    const what = isGiven ? `--category ${wanted}` : `the folder "${wanted}"`;
    const help = `${known}Set --category to another name with only a–z, 0–9, _ and -: it becomes part of the URL.`;
    throw refusal(isGiven ? 'setting-invalid' : 'name-invalid', null, `${what} cannot be a category: ${reason}`, help);
  }
  const create = advice`To create ${catalogue ? 'the category' : 'it with this category'}: ${commandToCreate(request, wanted)}`;
  if (!catalogue) throw refusal('catalogue-missing', CATALOGUE_FILE, NO_CATALOGUE, create);
  const what = isGiven ? `--category ${wanted}` : `the category "${wanted}", taken from the file’s folder,`;
  const message = `${what} is not in the catalogue${didYouMean(wanted, names)}`;
  throw refusal(isGiven ? 'setting-invalid' : 'category-unknown', null, message, advice`${known}${create}`);
}

const NO_CATALOGUE = 'does not exist yet, so the catalogue has no title and no categories';

function notGiven(request: Request, names: readonly string[], catalogue: Catalogue | null): ProblemError {
  const example = advice`use a command like this: ${commandToCreate({ ...request, category: 'economy' }, 'economy')}`;
  if (!catalogue) {
    const help = advice`Choose a category for the file. To create it together with the catalogue, ${example}`;
    return refusal('catalogue-missing', CATALOGUE_FILE, NO_CATALOGUE, help);
  }
  const help =
    names.length > 0
      ? `Set --category to one of ${names.join(', ')}. With --create, it can also be a new one.`
      : advice`The catalogue has no category yet. To create one, ${example}`;
  return refusal('setting-invalid', null, 'no category is given for the file', help);
}

/** The command that adds the file and creates its category. */
function commandToCreate({ shown, rawData, category }: Request, wanted: string): string {
  const isDefault = rawData === SETTINGS.rawData.default;
  const words = [
    ...(isDefault ? [] : ['--raw-data', rawData]),
    shown,
    ...(category === null ? [] : ['--category', wanted]),
    '--create',
  ];
  return advice`{almanac add --} ${words.map((word) => quoted(word)).join(' ')}`;
}

import { COUNTRIES, LANGUAGES, REGIONS } from '../../contract/column-words.ts';
import type { ProfileColumn } from '../../contract/documents.ts';
import { labelOf } from '../../contract/labels/value-labels.ts';
import { intlNames } from '../../texts/intl-formats.ts';
import type { ChartColumn, CodeList } from '../chart-data.ts';
import { wordIn, wordsOf } from './words.ts';

/** Returns what a chart calls a value of a column. */
export type NameValue = (value: string) => string;

/** What names a column of codes, what describes it, and its values. Other codes of two letters, such as those of states, look the same. */
const LISTS: Readonly<Record<CodeList, readonly [name: RegExp, description: RegExp, code: RegExp]>> = {
  region: [wordIn(COUNTRIES), /\bISO[ -]?3166|\balpha-2\b/i, /^[a-z]{2}$/i],
  language: [wordIn(LANGUAGES), /\bISO[ -]?639/i, /^[a-z]{2,3}(?:-[a-z]{2})?$/i],
};

/** Minimum share of a column's most frequent values that must be codes. Others are often aggregates, such as `EU27_2020`. */
const MIN_SHARE = 0.8;

/** Codes of countries in the statistics of the European Union that differ from ISO 3166. */
const EU_CODES: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

/** The list that the values of a column are from: its name, title, unit or description says so, and most of them are codes of it. */
export function codeListOf(column: ProfileColumn): CodeList | null {
  const { name, title, unit, description, lengths, top_values: top } = column;
  if (!top?.length || !lengths) return null;
  const called = [wordsOf(name), title, unit].join(' ');
  const lists = (Object.keys(LISTS) as CodeList[]).filter((list) => {
    const [words, standard] = LISTS[list];
    return words.test(called) || standard.test(`${unit} ${description}`);
  });
  const isCode = (list: CodeList, value: unknown): boolean => codeName(list, String(value), 'en') !== null;
  return lists.find((list) => top.filter(({ value }) => isCode(list, value)).length >= top.length * MIN_SHARE) ?? null;
}

/** Name of a code in a language; null if the code is not on the list, or stands for another one there, as `SU` does for `RU`. */
function codeName(list: CodeList, code: string, language: string): string | null {
  if (!LISTS[list][2].test(code)) return null;
  const own = list === 'region' ? (EU_CODES[code.toUpperCase()] ?? code.toUpperCase()) : code;
  if (list === 'region' && !Intl.getCanonicalLocales(`und-${own}`)[0]?.endsWith(own)) return null;
  return intlNames(language, list).of(own) ?? null;
}

const REGION = wordIn(REGIONS);
/** Languages of the names of countries, besides the country's own and that of the chart. */
const LANGUAGES_OF_NAMES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/**
 * The country among its regions, which stands for all of them, such as `POLSKA`: the first or the last of their names in the file, if the
 * column is called by regions; null if several are names of countries, or if the last only follows the alphabet, as Georgia does among states.
 */
export function countryAmong(names: readonly string[], column: string, language: string): string | null {
  if (names.length < 3 || !REGION.test(wordsOf(column))) return null;
  const [country, ...others] = names.filter((name) => countryNames(language).has(name.toLowerCase()));
  if (country === undefined || others.length > 0 || ![names[0], names.at(-1)].includes(country)) return null;
  const isSorted = names.every((name, at) => at === 0 || name.localeCompare(names[at - 1] ?? '', language) > 0);
  return country === names[0] || !isSorted ? country : null;
}

const countriesIn = new Map<string, ReadonlySet<string>>();

/** Names of all countries, in lower case, in several languages and their own. */
function countryNames(language: string): ReadonlySet<string> {
  const known = countriesIn.get(language);
  if (known) return known;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = codes.flatMap((code) => {
    if (codeName('region', code, 'en') === null) return [];
    const own = new Intl.Locale(`und-${code}`).maximize().language;
    return [language, ...LANGUAGES_OF_NAMES, own].map((tag) => intlNames(tag, 'region').of(code)?.toLowerCase() ?? '');
  });
  countriesIn.set(language, new Set(names));
  return countryNames(language);
}

/**
 * What a chart calls the values of a column: their labels, with the value in brackets if a label is not unique, or the names of their
 * codes. Null if all values are called as they are.
 */
export function valueNames({ labelled, codes }: ChartColumn, language: string): NameValue | null {
  if (!labelled) return codes ? (value) => codeName(codes, value, language) ?? value : null;
  const labels = Object.values(labelled.labels ?? {});
  const repeated = new Set(labels.filter((label, index) => labels.indexOf(label) !== index));
  return (value) => {
    const label = labelOf(labelled, value);
    return label === null ? value : repeated.has(label) ? `${label} (${value})` : label;
  };
}

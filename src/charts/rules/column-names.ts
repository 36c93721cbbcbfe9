import type { ProfileColumn } from '../../contract/documents.ts';
import { capitalized } from '../../texts/sentences.ts';
import type { ChartColumn } from '../chart-data.ts';
import { codeListOf } from './value-names.ts';

/** Maximum length, in characters, of a label that is the first clause of a description. */
const MAX_LABEL_LENGTH = 90;
const MAX_SHORT_LENGTH = 40;

const BARE_WORDS =
  '(?:text|code|count|number)s?|identifier|name|date|boolean|(?:calendar )?year|none|dimensionless|unit uncertain';
/** Units that only name the kind of value, such as `text` or `count`, and are therefore not worth showing. */
const BARE_UNIT = new RegExp(String.raw`^(?:${BARE_WORDS})(?=$|[\s,;:(])(?!.*(?:per|=))|^[-–1]$`, 'iu');

/** Names a column for a chart: by its title, or else by the first clause of its description if that is short, or else by its name. */
export function chartColumn(column: ProfileColumn): ChartColumn {
  const { name, title, description, unit, format, type, labels } = column;
  const codes = codeListOf(column);
  const clause = firstClause(description);
  const readable = readableName(name);
  const upTo = (length: number) => capitalized(title ?? (clause !== '' && clause.length <= length ? clause : readable));
  return {
    name,
    label: upTo(MAX_LABEL_LENGTH),
    short: upTo(MAX_SHORT_LENGTH),
    description: description.trim(),
    unit: shownUnit(unit),
    format,
    ...(labels ? { labelled: { type, labels } } : codes && { codes }),
  };
}

/** The unit to show in a chart; null if it would add nothing to the numbers. */
export function shownUnit(unit: string | null): string | null {
  const text = unit?.trim() ?? '';
  return text === '' || BARE_UNIT.test(text) ? null : text;
}

/** Words for the powers of ten of SDMX by which units are multiplied. */
const POWERS: Readonly<Record<string, string>> = { 3: 'thousand', 6: 'million', 9: 'billion' };

/** A unit with the word for what multiplies it, such as `thousands` or, in SDMX, 3. */
export function scaledUnit(unit: string, scale: unknown): string {
  const word = /^(?:thousand|million|billion)/i.exec(POWERS[String(scale)] ?? String(scale))?.[0].toLowerCase() ?? '';
  // Some units say it themselves: `Persons in thousands`.
  return unit.toLowerCase().includes(word) ? unit : `${word} ${unit}`;
}

/** The first clause of a description: `Level value; 1982 is 100` → `Level value`. */
export function firstClause(description: string): string {
  const [clause = ''] = description.split(
    /[;:.](?:\s|$)|, that is|\s[–—]\s|\s\(|, (?:including|formerly|which|from|in thousands)/u,
  );
  return clause.trim();
}

/** A column's name with spaces between its words: `goods_producing` → `goods producing`. */
export function readableName(name: string): string {
  const words = name
    .replace(/[_\s]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .trim();
  return words === '' ? name.trim() || '–' : words;
}

/**
 * Whether a string mentions a column by its title, its name without a unit, or the first two to four words of its description. The words of
 * names may be abbreviated, end with a unit, and be elsewhere in the string: `pop_2021` is in `Population, 2011 and 2021`.
 */
export function isMentioned(column: ProfileColumn, text: string): boolean {
  const words = plainWords(text);
  const plain = ` ${words.join(' ')} `;
  const start = plainWords(firstClause(column.description));
  const name = plainWords(readableName(column.name.replace(/(?<=.)[,([].*$|(?<=.{5})_[a-z]{1,3}$/i, '')));
  const isIn = (part: string): boolean =>
    words.some((word) => word === part || (part.length > 2 && word.startsWith(part)));
  const phrases = [plainWords(column.title ?? ''), ...[2, 3, 4].map((count) => start.slice(0, count))].map((words) =>
    words.join(' '),
  );
  return (
    (name.join('').length > 2 && name.every(isIn)) ||
    phrases.some((phrase) => phrase.length >= 3 && plain.includes(` ${phrase} `))
  );
}

/** The words of a string in lower case, without punctuation and accents. */
function plainWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

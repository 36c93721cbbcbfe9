import { BEFORE_YEARS, YEARS } from '../../contract/column-words.ts';
import type { ProfileColumn, ProfileDocument } from '../../contract/documents.ts';
import { capitalized } from '../../texts/sentences.ts';
import { type ChartColumn, UNFOLDED } from '../chart-data.ts';
import { MONTHS_A_YEAR } from '../times.ts';
import { firstClause, readableName, shownUnit } from './column-names.ts';
import { FIRST_YEAR, LAST_YEAR, mayBeTimes, monthOf, parseTimes } from './read-times.ts';

/** Minimum number of columns for a time series. */
const MIN_TIMES = 5;
/** Maximum length of a name that may have a time within it, in characters. */
const MAX_NAME = 200;
/** Maximum number of words of a time in a name, such as `1. Jan 2019`. */
const MAX_WORDS = 3;

/** Finds columns whose names differ in their times alone, with their common measure and unit; null if there are too few. */
export function findTimeColumns({ columns }: ProfileDocument) {
  const all = columns.flatMap((column) => {
    const found = timeIn(column.name);
    return found ? [{ column, ...found }] : [];
  });
  const texts = all.filter(({ column }) => column.type === 'object' && column.distinct_count > 0);
  const named = all.filter((it) => !texts.includes(it));
  const [group = []] = [...Map.groupBy(named, ({ rest }) => rest).values()].sort((a, b) => b.length - a.length);
  const months = group.map(({ text }) => monthOf(text));
  const areMonths =
    group.length === MONTHS_A_YEAR && months.every((month, at) => month && months.indexOf(month) === at);
  const read = areMonths ? null : parseTimes(group.map(({ text }) => text));
  const positions = areMonths ? months : (read?.positions ?? []);
  const times = [...new Map(positions.map((at, index) => [at ?? 0, group[index]])).entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([at, entry]) => (entry ? [{ at, ...entry }] : []));
  const [first, last] = [times[0], times.at(-1)];
  if (times.length < MIN_TIMES || !first || !last) return null;
  if (read?.kind === 'year' && first.rest !== '' && (first.at < FIRST_YEAR || last.at > LAST_YEAR)) return null;
  const drawn = new Set(times.map(({ text }) => text));
  const isLeftOut = ({ text, rest, column }: (typeof all)[number]): boolean =>
    !drawn.has(text) && (rest === first.rest ? column.type === 'object' : column.type !== 'object');
  const units = new Set(times.map(({ column }) => column.unit));
  const wholes = times.map(({ column }) => commonPart(column));
  const [whole = ''] = wholes;
  const isCommon = wholes.filter((part) => part === whole).length * 2 > wholes.length;
  const label = isCommon && whole !== '' ? whole : first.rest && capitalized(readableName(first.rest));
  const unit = units.size === 1 ? shownUnit(first.column.unit) : null;
  const measure: ChartColumn = { name: UNFOLDED.value, label, short: label, description: '', unit, format: null };
  return {
    /** In ascending order of time. */
    columns: times.map(({ column, text }) => ({ column: column.name, text })),
    /** Names of columns of other times whose values are texts, such as numbers with flags, or something else, such as plans. */
    leftOut: all.filter(isLeftOut).map(({ column }) => column.name),
    /** Whether they are the twelve months of no year in particular. */
    areMonths,
    /** Called by the descriptions of most columns, or by what the names of all have in common; its label may be empty. */
    measure,
  };
}

/** The time in a column's name, and the text around it without punctuation; null if the name has no time. */
function timeIn(name: string): { text: string; rest: string } | null {
  if (mayBeTimes([name]) || (/\p{L}{3}/u.test(name) && monthOf(name) !== null)) return { text: name.trim(), rest: '' };
  if (!/\d{4}/.test(name) || name.length > MAX_NAME) return null;
  const words = [...name.matchAll(/[\p{L}\p{N}]+/gu)];
  const parts = words.flatMap((first, at) =>
    words.slice(at, at + MAX_WORDS).map((last) => name.slice(first.index, last.index + last[0].length)),
  );
  const [text] = parts.filter((part) => mayBeTimes([part])).sort((a, b) => b.length - a.length);
  if (text === undefined) return null;
  return { text, rest: name.replace(text, ' ').replace(/^[\s\p{Pd}_:,.]+|[\s\p{Pd}_:,.]+$/gu, '') };
}

const YEAR_PHRASE = new RegExp(
  String.raw`\s*(?:\b(?:${BEFORE_YEARS}|${YEARS})\b\s*)*\b[12]\d{3}(?:[-/–]\d{2,4})?\b\s*`,
  'gi',
);

/** The first clause of a column's description, without its year: `Receipts in fiscal year 1962` → `Receipts`. */
function commonPart({ description }: ProfileColumn): string {
  return firstClause(description)
    .replace(YEAR_PHRASE, ' ')
    .replace(/ +(?=[,;:])/g, '')
    .trim();
}

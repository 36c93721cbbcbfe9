import type { Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { fix, question } from '../../problems/sidecar-patch.ts';
import { isFlaggedWord, missingBesideFlags, suffixesOf } from '../evidence/nearly-numeric.ts';
import { type Column, IF_TEXT, missingKey } from './report-column.ts';

/** Maximum number of examples in a message. */
const MAX_EXAMPLES = 3;

/**
 * Reports all columns of numbers with flags, such as `12.3 p`, as one problem. Its fix moves the flags of each column to a new column.
 * There is no fix if a column's separators or null markers are ambiguous.
 */
export function flagsIn({ file }: Source, flagged: readonly Column[]): Problem[] {
  const [first] = flagged;
  if (!first?.profile.evidence) return [];
  const { place } = first.profile.evidence.first;
  const entries = flagged.flatMap((it) => entryOf(it) ?? []);
  const others = flagged.length === 1 ? '' : ` and ${formatCount(flagged.length - 1, 'other column')}`;
  const examples = flagged.flatMap(({ profile: { mixture } }) => [
    ...(mixture?.examples ?? []),
    ...(mixture?.distinctWords ?? []).filter((word) => /\s/.test(word)),
  ]);
  const shown = [...new Set(examples)].slice(0, MAX_EXAMPLES).map(quoteText).join(', ');
  const message = `the column "${first.column}"${others} would be numeric without the marks after numbers, as in ${shown}`;
  const help = `If the marks are units, use one unit for all numbers. ${IF_TEXT}`;
  const propose = areCertain(flagged) ? fix : question;
  const fixes =
    entries.length < flagged.length
      ? []
      : [propose({ columns: Object.fromEntries(entries) }, 'If the marks are flags')];
  return [problem('number-format', { file, place }, message, help, fixes)];
}

/** Sidecar entry that moves a column's flags to a new column; null if the number format or the null markers are ambiguous. */
function entryOf({ column, profile: { mixture, evidence } }: Column): [[string, Record<string, unknown>]] | null {
  const [format, ...others] = mixture?.formats ?? [];
  const missing = mixture && missingBesideFlags(mixture, evidence?.spellings ?? []);
  if (!missing || others.length > 0) return null;
  return [[column, { flags: `${column.trim()} flag`, ...format, ...missingKey(missing) }]];
}

/** Whether the marks are certainly flags: they also follow null markers, or several columns have flags that statistical offices use. */
function areCertain(flagged: readonly Column[]): boolean {
  const haveNulls = flagged.some(({ profile }) => profile.mixture?.distinctWords.some(isFlaggedWord));
  const suffixes = flagged.flatMap(({ profile }) => suffixesOf(profile));
  return haveNulls || (flagged.length > 1 && suffixes.every((suffix) => /^[bcdefinprsuz]{1,3}$/.test(suffix)));
}

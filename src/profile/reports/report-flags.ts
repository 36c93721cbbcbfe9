import { splitFlag } from '../../contract/written-number.ts';
import type { Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { cure, question } from '../../problems/sidecar-patch.ts';
import { missingBesideFlags } from '../evidence/nearly-numeric.ts';
import type { InspectedColumn } from '../inspected-column.ts';

/** A column whose numbers have flags, by its name in the file. */
interface Flagged {
  column: string;
  profile: InspectedColumn;
}

/**
 * Reports columns of numbers with flags, such as `12.3 p`, as one problem. The cure moves the flags of each to a column of their own; there
 * is none if the separators of some column have several readings, or none.
 */
export function reportFlags({ file }: Source, flagged: readonly Flagged[], report: Report): void {
  const [first] = flagged;
  if (!first?.profile.evidence) return;
  const entries = flagged.map(({ column, profile }) => [column, entryOf(column, profile)] as const);
  const isClear = entries.every(([, entry]) => entry !== null);
  const others = flagged.length === 1 ? '' : ` and ${formatCount(flagged.length - 1, 'other column')}`;
  report(
    problem(
      'number-format',
      { file, place: first.profile.evidence.first.place },
      `the column "${first.column}"${others} would be numeric without the marks after numbers, such as ${examplesOf(flagged)}`,
      'If they are units, write all numbers in one unit. If the column is text, set its "type" to "object".',
      isClear
        ? [
            (areCertain(flagged) ? cure : question)(
              { columns: Object.fromEntries(entries.map(([column, entry]) => [column, entry ?? {}])) },
              'If the marks are flags',
            ),
          ]
        : [],
    ),
  );
}

/** The keys that move a column's flags to another column, and say how the numbers before them are written; null if that is not clear. */
function entryOf(column: string, { mixture, evidence }: InspectedColumn): Record<string, unknown> | null {
  const [format, ...others] = mixture?.formats ?? [];
  const missing = mixture && missingBesideFlags(mixture, evidence?.spellings ?? []);
  if (!missing || others.length > 0) return null;
  return { flags: `${column.trim()} flag`, ...format, ...(missing.length > 0 ? { missing } : {}) };
}

/** Whether marks are certainly flags: they follow null marks too, or are those of statistical offices in several columns. */
function areCertain(flagged: readonly Flagged[]): boolean {
  const haveNulls = flagged.some(({ profile }) =>
    profile.mixture?.distinctWords.some((word) => splitFlag(word).flag !== '' && splitFlag(word).value !== ''),
  );
  const suffixes = flagged.flatMap(({ profile }) => [...(profile.mixture?.suffixes.keys() ?? [])]);
  return haveNulls || (flagged.length > 1 && suffixes.every((suffix) => /^[bcdefinprsuz]{1,3}$/.test(suffix)));
}

/** Most examples in a message. */
const MAX_EXAMPLES = 3;

function examplesOf(flagged: readonly Flagged[]): string {
  const examples = flagged.flatMap(({ profile }) => [
    ...(profile.mixture?.examples ?? []),
    ...(profile.mixture?.distinctWords ?? []).filter((word) => /\s/.test(word)),
  ]);
  return [...new Set(examples)].slice(0, MAX_EXAMPLES).map(quoteText).join(', ');
}

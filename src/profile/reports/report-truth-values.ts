import { looksLikeNull } from '../../contract/null-tokens.ts';
import type { Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { findValue, type ReadAgain } from '../evidence/find-value.ts';
import type { InspectedColumn } from '../inspected-column.ts';

/** Words for true and false in several languages; their first letters stand for them too. */
const WORDS = [
  ...['yes', 'no', 'true', 'false', 'ja', 'nein', 'nee', 'wahr', 'falsch', 'oui', 'non', 'vrai', 'faux'],
  ...['sí', 'si', 'sì', 'sim', 'não', 'tak', 'nie', 'ano', 'ne', 'igen', 'nem', 'да', 'нет'],
];
const SPELLINGS: ReadonlySet<string> = new Set(WORDS.flatMap((word) => [word, word.slice(0, 1)]));

/** Reports columns of truth values in which one value has two spellings, such as `Y` and `Yes`. `columns` are their names in the file. */
export function reportTruthValues(
  { file }: Source,
  columns: readonly string[],
  profiles: readonly InspectedColumn[],
  readAgain: ReadAgain,
  report: Report,
): void {
  for (const [cell, { evidence }] of profiles.entries()) {
    const twins = evidence && twinsAmong(evidence.nonNumeric);
    if (!twins) continue;
    const place = findValue(twins[1], cell, readAgain());
    const message = `the column "${columns[cell]}" has ${quoteText(twins[0])} and ${quoteText(twins[1])}, which probably mean the same: readers count one thing as two`;
    report(problem('values-alike', { file, place }, message, 'If they mean the same, spell them alike in the file.'));
  }
}

/** Two spellings of one truth value, the one that occurs first before the other; null if there are none, or other texts. */
function twinsAmong(texts: readonly string[]): [string, string] | null {
  const values = texts.filter((text) => !looksLikeNull(text));
  if (!values.every((text) => SPELLINGS.has(text.toLowerCase()))) return null;
  for (const [at, one] of values.entries()) {
    const other = values.slice(at + 1).find((it) => areAlike(one.toLowerCase(), it.toLowerCase()));
    if (other !== undefined) return [one, other];
  }
  return null;
}

/** Whether two spellings in lower case are the same word, or one is the first letter of the other. */
function areAlike(one: string, other: string): boolean {
  return one === other || (one.length !== other.length && (other.slice(0, 1) === one || one.slice(0, 1) === other));
}

import type { Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import { hasOuterBlanks } from '../blank-texts.ts';
import type { InspectedColumn } from '../inspected-column.ts';

/** Suspicious texts are reported if they are at least this share of the column's texts, and at least this many. */
const MIN_SHARE = 0.9;
const MIN_COUNT = 2;

/** A column, by its name in the file. */
interface Column {
  column: string;
  profile: InspectedColumn;
}

export function isMostlyPadded({ suspiciousTexts }: InspectedColumn): boolean {
  return isMost(suspiciousTexts?.padded?.count, suspiciousTexts?.texts);
}

/** Whether most texts are between marks that may be quotes, unless the column is declared as text, and so has no evidence. */
export function isMostlyQuoted({ suspiciousTexts, evidence }: InspectedColumn): boolean {
  return evidence !== null && isMost(suspiciousTexts?.quoted?.count, suspiciousTexts?.texts);
}

/**
 * Reports columns in which most texts have blanks around them. If their names have them too, the file is refused, since names are what
 * programs ask for.
 */
export function reportPadding({ file }: Source, padded: readonly Column[], report: Report): void {
  const found = padded.flatMap(({ column, profile }) => {
    const it = profile.suspiciousTexts?.padded;
    return it ? [{ column, ...it }] : [];
  });
  const [first] = found;
  if (!first) return;
  const areNamesPadded = found.every(({ column }) => hasOuterBlanks(column));
  report(
    problem(
      areNamesPadded ? 'blanks-around' : 'cells-padded',
      { file, place: first.first },
      `${first.count} texts of the column "${first.column}"${othersOf(found.length)} ${areNamesPadded ? 'and the names above them have blanks around them, which would be part of both' : 'are published with the blanks around them'}; this is the first`,
      'If the blanks are part of the values, set "trim" to false in the "csv" of the sidecar.',
      [cure(TRIM_BLANKS, 'If they are not')],
    ),
  );
}

/** Reports columns in which most texts are enclosed in marks that may be quotes: then the file was probably read wrongly. */
export function reportQuotes({ format, file }: Source, quoted: readonly Column[], report: Report): void {
  const found = quoted.flatMap(({ column, profile }) => {
    const it = profile.suspiciousTexts?.quoted;
    return it ? [{ column, ...it }] : [];
  });
  const [first] = found;
  if (!first) return;
  const [open = '', close = ''] = first.marks;
  const isFixable = open === close && open !== format.quote;
  const entry = { csv: { quote: open } };
  report(
    problem(
      'quote-doubtful',
      { file, place: first.first },
      `${first.count} texts of the column "${first.column}"${othersOf(found.length)} are enclosed in ${open} and ${close}, which would be part of the values; this is the first`,
      `${isFixable ? '' : 'If they are quotes, write " instead of both. '}If they are part of the text, set the "type" of each such column to "object".`,
      isFixable ? [cure(entry, 'If they are the quotes of this file')] : [],
    ),
  );
}

function isMost(count = 0, all = 0): boolean {
  return count >= MIN_COUNT && count >= all * MIN_SHARE;
}

function othersOf(columns: number): string {
  return columns === 1
    ? ''
    : columns === 2
      ? ', and some of one more column,'
      : `, and some of ${columns - 1} more columns,`;
}

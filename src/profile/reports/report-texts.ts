import type { ColumnProfile, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';

/** Suspicious texts are reported if they are at least this share of the column's texts, and at least this many. */
const MIN_SHARE = 0.9;
const MIN_COUNT = 2;

/** Reports columns whose texts suggest a parsing error: they have blanks around them, or are enclosed in marks that may be quotes. */
export function reportTexts(source: Source, profiles: readonly ColumnProfile[], report: Report): void {
  reportPadding(source, profiles, report);
  reportQuotes(source, profiles, report);
}

function reportPadding({ format, file }: Source, profiles: readonly ColumnProfile[], report: Report): void {
  if (format.trim !== null) return;
  const padded = profiles.flatMap(({ name, suspiciousTexts }) =>
    suspiciousTexts?.padded && isMost(suspiciousTexts.padded.count, suspiciousTexts.texts)
      ? [{ name, ...suspiciousTexts.padded }]
      : [],
  );
  const [first] = padded;
  if (!first) return;
  report(
    problem(
      'blanks-around',
      { file, place: first.first },
      `${first.count} texts of the column "${first.name}"${othersOf(padded.length)} have blanks around them, which would be part of the values; this is the first`,
      'If the blanks are part of the values, set "trim" to false in the "csv" of the sidecar.',
      [cure(TRIM_BLANKS, 'If they are not')],
    ),
  );
}

function reportQuotes({ format, file }: Source, profiles: readonly ColumnProfile[], report: Report): void {
  // A column without evidence is declared as text.
  const quoted = profiles.flatMap(({ name, suspiciousTexts, evidence }) =>
    suspiciousTexts?.quoted && evidence && isMost(suspiciousTexts.quoted.count, suspiciousTexts.texts)
      ? [{ name, ...suspiciousTexts.quoted }]
      : [],
  );
  const [first] = quoted;
  if (!first) return;
  const [open = '', close = ''] = first.marks;
  const isFixable = open === close && open !== format.quote;
  const entry = { csv: { quote: open } };
  report(
    problem(
      'quote-doubtful',
      { file, place: first.first },
      `${first.count} texts of the column "${first.name}"${othersOf(quoted.length)} are enclosed in ${open} and ${close}, which would be part of the values; this is the first`,
      `${isFixable ? '' : 'If they are quotes, write " instead of both. '}If they are part of the text, set the "type" of each such column to "object".`,
      isFixable ? [cure(entry, 'If they are the quotes of this file')] : [],
    ),
  );
}

function isMost(count: number, all: number): boolean {
  return count >= MIN_COUNT && count >= all * MIN_SHARE;
}

function othersOf(columns: number): string {
  return columns === 1
    ? ''
    : columns === 2
      ? ', and some of one more column,'
      : `, and some of ${columns - 1} more columns,`;
}

import type { ColumnProfile, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { patchText, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';

/** Share of a column's texts, and their number, from which on they are no exceptions. */
const MOST = 0.9;
const ENOUGH = 2;

/** Reports texts that look as if reading had gone wrong: with blanks around them, or between marks that may be quotes. */
export function reportTexts(source: Source, profiles: readonly ColumnProfile[], report: Report): void {
  reportPadding(source, profiles, report);
  reportQuotes(source, profiles, report);
}

function reportPadding({ format, file }: Source, profiles: readonly ColumnProfile[], report: Report): void {
  if (format.trim !== null) return;
  const padded = profiles.flatMap(({ name, suspicious }) =>
    suspicious?.padded && isMost(suspicious.padded.count, suspicious.texts) ? [{ name, ...suspicious.padded }] : [],
  );
  const [first] = padded;
  if (!first) return;
  report(
    problem(
      'blanks-around',
      { file, place: first.first },
      `${first.count} texts of the column "${first.name}"${othersOf(padded.length)}, this the first, have blanks around them that would be part of the values`,
      `If they are none, add to the sidecar: ${patchText(TRIM_BLANKS)}. If they are: "csv": { "trim": false }.`,
      [TRIM_BLANKS],
    ),
  );
}

function reportQuotes({ format, file }: Source, profiles: readonly ColumnProfile[], report: Report): void {
  // Without evidence the column is declared to be text.
  const quoted = profiles.flatMap(({ name, suspicious, evidence }) =>
    suspicious?.quoted && evidence && isMost(suspicious.quoted.count, suspicious.texts)
      ? [{ name, ...suspicious.quoted }]
      : [],
  );
  const [first] = quoted;
  if (!first) return;
  const [open = '', close = ''] = first.marks;
  const isCurable = open === close && open !== format.quote;
  const entry = { csv: { quote: open } };
  report(
    problem(
      'quote-doubtful',
      { file, place: first.first },
      `${first.count} texts of the column "${first.name}"${othersOf(quoted.length)}, this the first, stand between ${open} and ${close}, which would be part of the values`,
      `${isCurable ? `If they are the quotes of this file, add to the sidecar: ${patchText(entry)}` : `If they are quotes, write " in place of both`}. If they are part of the text, say of each such column: "type": "object".`,
      isCurable ? [entry] : [],
    ),
  );
}

function isMost(count: number, all: number): boolean {
  return count >= ENOUGH && count >= all * MOST;
}

function othersOf(columns: number): string {
  return columns === 1 ? '' : columns === 2 ? ' and of one more' : ` and of ${columns - 1} more`;
}

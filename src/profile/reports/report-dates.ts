import type { Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { cure } from '../../problems/sidecar-patch.ts';
import type { FoundDates } from '../evidence/date-formats.ts';
import { columnPatch } from './report-column.ts';

const HELP = 'If they are not dates, set the "type" of the column to "object".';

/** Reports dates that are not in ISO 8601, with each pattern that reads all of them, or that none does. */
export function reportDates(
  { file, format, columns }: Source,
  column: string,
  dates: FoundDates,
  report: Report,
): void {
  const { first, examples, patterns } = dates;
  const missing =
    dates.missing.length === 0 ? [] : [...(columns.get(column)?.missing ?? format.missing ?? []), ...dates.missing];
  const shown = examples.map(quoteText).join(' and ');
  const message =
    patterns.length === 1
      ? `the dates of "${column}", such as ${shown}, are text: programs do not sort or compare them as dates`
      : patterns.length > 1
        ? `the dates of "${column}", such as ${shown}, can be read in ${patterns.length} ways: no value shows which number is the day`
        : `the values of "${column}", such as ${shown}, are dates of several kinds, or it is not clear which date they mean`;
  const help = patterns.length === 0 ? `Write all of them as ISO 8601: 2020-12-31. ${HELP}` : HELP;
  const cures = patterns.map((date) =>
    cure(columnPatch(column, { date, ...(missing.length > 0 ? { missing } : {}) }), `If they are written as ${date}`),
  );
  report(problem('date-format', { file, place: first }, message, help, cures));
}

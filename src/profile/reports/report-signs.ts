import type { Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure } from '../../problems/sidecar-patch.ts';
import type { InspectedColumn } from '../inspected-column.ts';
import { columnPatch } from './report-column.ts';

/** Reports a column of numbers that all have a plus sign: it may be part of a code, and numbers are published without it. */
export function reportSigns(
  { file }: Source,
  column: string,
  { plusSigns, type }: InspectedColumn,
  report: Report,
): void {
  if (!plusSigns) return;
  report(
    problem(
      'sign-doubtful',
      { file, place: plusSigns.first },
      `every number of "${column}" has a plus sign, and is published without it: they may be codes, such as telephone numbers; this is the first of ${plusSigns.count}`,
      'Say in the sidecar what they are.',
      [
        cure(columnPatch(column, { type: 'object' }), 'If they are codes'),
        cure(columnPatch(column, { type }), 'If they are numbers'),
      ],
    ),
  );
}
